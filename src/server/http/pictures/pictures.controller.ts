import { Controller, Get, Inject, NotFoundException, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { RoomId } from '../access/entered.js';
import { ByPin } from '../access/way-in.js';
import { GamePictures } from '../../live/room/game-pictures.js';
import { RoomDirectory } from '../../live/room/room-directory.js';
import { NO_PIN } from '../../live/room/room-finder.js';
import { ROOM_STORE, type RoomStore } from '../../live/store/contract.js';
import { newRoomId } from '../../live/store/room-id.js';
import { sendImage } from './images.controller.js';

/** The pictures of questions, for whoever was told their ids: each has another one in each game. */
@Controller('api/rooms')
export class PicturesController {
  constructor(
    @Inject(GamePictures) private readonly pictures: GamePictures,
    @Inject(RoomDirectory) private readonly directory: RoomDirectory,
    @Inject(ROOM_STORE) private readonly store: RoomStore,
  ) {}

  /**
   * While the question is shown; before that, an id is as good as one that is made up, and so is every id for who
   * has no right PIN: nothing tells which PINs there are.
   */
  @ByPin({ anybody: true })
  @Get(':pin/pictures/:id')
  async find(
    @RoomId() roomId: string | undefined,
    @Param('id') id: string,
    @Query('size') size: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const room = await this.room(roomId ?? newRoomId(NO_PIN));
    if (room === undefined) throw new NotFoundException();
    sendImage(response, await this.pictures.find(room, id, size === 'square'), size);
  }

  /** As it is hosted here, or as the store knows it, where the sender's connection is with another process. */
  private async room(roomId: string) {
    const here = this.directory.get(roomId)?.view.state;
    return here ?? (await this.store.readFields(roomId, ['phase', 'game', 'programme']));
  }
}
