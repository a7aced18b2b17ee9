import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { IdentityService } from '../identity/identity.js';
import { RoomError, type PublicRoom, type ResultsPayload } from '../protocol/index.js';
import { ROOM_STORE, type RoomStore } from '../store/contract.js';

@Controller('api/rooms')
export class RoomsController {
  constructor(
    @Inject(ROOM_STORE) private readonly store: RoomStore,
    @Inject(IdentityService) private readonly identities: IdentityService,
  ) {}

  /** Public rooms whose game has not begun (R1.5). */
  @Get()
  async list(): Promise<PublicRoom[]> {
    const rooms = await this.store.publicRooms();
    // Those who opened an empty one have gone again.
    return rooms.filter(({ playerCount }) => playerCount > 0);
  }

  /** The last game's results, for members, while the room is in the lobby. */
  @Get(':pin/results')
  async results(@Param('pin') pin: string, @Req() request: Request): Promise<ResultsPayload> {
    const identityId = this.identities.fromHeaders(request.headers);
    const roomId = await this.store.findRoom(pin);
    const room = roomId === undefined ? undefined : await this.store.readRoom(roomId);
    // A wrong PIN and a foreign room look the same, so that nothing can be guessed here.
    if (identityId === undefined || !room?.seats.some((seat) => seat.identityId === identityId))
      throw new RoomError('FORBIDDEN', 'only members see the results');
    if (room.phase.kind !== 'lobby' || room.phase.results === null)
      throw new RoomError('WRONG_PHASE', 'there are no results yet');
    return { hostId: room.hostId, results: room.phase.results };
  }
}
