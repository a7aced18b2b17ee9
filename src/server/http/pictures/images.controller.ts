import {
  Body,
  Controller,
  Get,
  Inject,
  NotFoundException,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import type { Response } from 'express';
import { OnBehalf, SignedIn } from '../access/entered.js';
import { Account } from '../access/way-in.js';
import { limits, RoomError, type KeptImage } from '../../../protocol/index.js';
import { ImageEncoder } from '../../desk/pictures/encoder.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';
import { KeptImages } from '../../desk/pictures/kept-images.js';
import { MissingSquares } from '../../desk/pictures/missing-squares.js';
import type { Asker } from '../../platform/rate/lane.js';
import { FileBody, type FileReading } from '../bodies/file-body.js';
import { readBytes } from '../bodies/read-bytes.js';

/** Each is held in memory until it is read: 112 MB at most. */
const MOST_AT_ONCE = { accounts: 8, guests: 6 };

/** The pictures that are kept for whoever asks. Another host's are as if they were not there. */
@Controller('api/desk/images')
export class ImagesController {
  constructor(
    @Inject(KeptImages) private readonly images: KeptImages,
    @Inject(ImageEncoder) private readonly encoder: ImageEncoder,
    @Inject(MissingSquares) private readonly squares: MissingSquares,
  ) {}

  /** The body is the file; what the sender calls it says nothing. */
  @Account()
  @Post()
  @FileBody(imageFile)
  async add(
    @SignedIn() account: Account,
    @OnBehalf() asker: Asker,
    @Body() file: Buffer,
  ): Promise<KeptImage> {
    return this.images.add(account, await this.encoder.encode(asker, file));
  }

  @Account('host', 'picture')
  @Get(':id')
  async find(
    @Param('id') id: string,
    @Query('size') size: unknown,
    @SignedIn() { hostId }: Account,
    @Res() response: Response,
  ): Promise<void> {
    const image = await this.images.find(hostId, id);
    const needsSquare = size === 'square' && image !== undefined;
    sendImage(response, needsSquare ? await this.squares.complete(id, image) : image, size);
  }
}

function imageFile(): FileReading {
  return {
    read: (request) => readBytes(request, limits.IMAGE_FILE_MAX_BYTES, tooLarge),
    places: MOST_AT_ONCE,
  };
}

function tooLarge(): RoomError {
  return new RoomError('BAD_IMAGE', `the file is larger than ${limits.IMAGE_FILE_MAX_BYTES} bytes`);
}

/** Browsers keep it: what an id names never changes. Throws where there is none. */
export function sendImage(
  response: Response,
  image: PictureBytes | undefined,
  size: unknown,
): void {
  if (image === undefined) throw new NotFoundException();
  response.set({
    'Content-Type': 'image/webp',
    'Cache-Control': 'private, max-age=86400, immutable',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  // Without Express, which would compute a tag of it each time.
  response.end(sized(image, size));
}

function sized({ large, small, square = small }: PictureBytes, size: unknown): Buffer {
  if (size === 'square') return square;
  return size === 'small' ? small : large;
}
