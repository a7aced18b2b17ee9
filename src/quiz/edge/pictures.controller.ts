import { Controller, Get, Inject, NotFoundException, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RoomState } from '../../game/room-state.js';
import { IdentityService } from '../../identity/identity.js';
import { addressOf, PROXY_SETTINGS, type ProxySettings } from '../../identity/request-origin.js';
import { RoomError } from '../../protocol/errors.js';
import { GamePictures } from '../../room/game-pictures.js';
import { RoomDirectory } from '../../room/room-directory.js';
import { RoomFinder } from '../../room/room-finder.js';
import { ROOM_STORE, type RoomStore } from '../../store/contract.js';
import { sendImage } from './images.controller.js';

/** The pictures of questions, for whoever was told their ids: each has another one in each game. */
@Controller('api/rooms')
export class PicturesController {
  constructor(
    @Inject(GamePictures) private readonly pictures: GamePictures,
    @Inject(RoomDirectory) private readonly directory: RoomDirectory,
    @Inject(RoomFinder) private readonly finder: RoomFinder,
    @Inject(ROOM_STORE) private readonly store: RoomStore,
    @Inject(IdentityService) private readonly identities: IdentityService,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
  ) {}

  /** While the question is shown; before that, an id is as good as one that is made up. */
  @Get(':pin/pictures/:id')
  async find(
    @Param('pin') pin: string,
    @Param('id') id: string,
    @Query('size') size: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const room = await this.room(pin, request);
    sendImage(response, await this.pictures.find(room, id), size);
  }

  /** As it is hosted here, or as the store knows it, where the sender's connection is with another process. */
  private async room(pin: string, request: Request): Promise<Pick<RoomState, 'phase' | 'game'>> {
    const local = this.directory.all().find(({ view }) => view.pin === pin);
    if (local !== undefined) return local.view.state;
    const identityId = this.identities.fromHeaders(request.headers) ?? '';
    const address = addressOf(request, this.proxy);
    try {
      const room = await this.store.readRoom(await this.finder.find(pin, { identityId, address }));
      if (room !== undefined) return room;
    } catch (error) {
      if (!(error instanceof RoomError) || error.code !== 'ROOM_NOT_FOUND') throw error;
    }
    // As for an id that there is not: nothing tells which PINs there are.
    throw new NotFoundException();
  }
}
