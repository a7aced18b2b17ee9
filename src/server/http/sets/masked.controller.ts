import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { z } from 'zod';
import {
  answerSchema,
  limits,
  type MaskedRequest,
  type MaskedTexts,
} from '../../../protocol/index.js';
import { Turns } from '../../platform/rate/turns.js';
import { SpokenWords } from '../../live/room/spoken-words.js';
import { Account } from '../access/way-in.js';
import { JsonBody } from '../bodies/json-body.js';

const maskedSchema: z.ZodType<MaskedRequest> = z.strictObject({
  texts: z.array(answerSchema).max(limits.MAX_SPELLINGS),
});
/** A UTF-16 unit takes three bytes at most. */
const MAX_BYTES = 8 * 1024;

/** Tells who writes a question which answers the word filter would mask (R16.17). */
@Controller('api/desk/masked')
export class MaskedController {
  private readonly turns = new Turns();

  constructor(@Inject(SpokenWords) private readonly words: SpokenWords) {}

  @Account('host', 'request')
  @Post()
  @HttpCode(200)
  @JsonBody(maskedSchema, MAX_BYTES)
  async find(@Body() { texts }: MaskedRequest): Promise<MaskedTexts> {
    const finds = texts.map((text) => this.turns.run(() => this.words.finds(text)));
    const found = await Promise.all(finds);
    return { masked: texts.filter((_, n) => found[n]) };
  }
}
