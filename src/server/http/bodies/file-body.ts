import {
  mixin,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import type { Asker } from '../../platform/rate/lane.js';
import { enteredWith } from '../access/entered.js';
import { BodyPlaces, type PlaceCounts } from './body-places.js';

/** How a body that is a file is read. */
export interface FileReading {
  /** Throws where nothing of the body is to be read. */
  admit?: (request: Request) => void;
  read: (request: Request, response: Response) => Promise<Buffer>;
  /** How many of them may be on their way at once. */
  places?: PlaceCounts;
  /** Who takes a place, where it is not whoever the guard let in; their place is free again when the body is read. */
  placeOf?: (request: Request) => Asker;
}

/**
 * A file as the body, read after all guards; the handler gets its bytes by `@Body()`. Each process makes a reading of
 * its own of each route, with its own counts.
 */
export function FileBody(makeReading: () => FileReading): MethodDecorator {
  class FileBodyReader implements NestInterceptor {
    private readonly reading = makeReading();
    private readonly places = this.reading.places && new BodyPlaces(this.reading.places);

    async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const request = context.switchToHttp().getRequest<Request>();
      const response = context.switchToHttp().getResponse<Response>();
      const { admit, placeOf } = this.reading;
      admit?.(request);
      const read = async (): Promise<void> => {
        request.body = await this.reading.read(request, response);
      };
      if (this.places === undefined) {
        await read();
        return next.handle();
      }
      if (placeOf !== undefined) {
        await this.places.take(placeOf(request), request, read, async () => {});
        return next.handle();
      }
      const handle = (): Promise<unknown> => lastValueFrom(next.handle());
      return of(await this.places.take(enteredWith(request, 'asker')(), request, read, handle));
    }
  }
  return UseInterceptors(mixin(FileBodyReader));
}
