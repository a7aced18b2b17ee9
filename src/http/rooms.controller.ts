import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { IdentityService } from '../identity/identity.js';
import { addressOf, PROXY_SETTINGS, type ProxySettings } from '../identity/request-origin.js';
import { RoomError, type PublicRoom, type ResultsPayload } from '../protocol/index.js';
import { RoomFinder } from '../room/room-finder.js';
import { ROOM_STORE, type RoomStore } from '../store/contract.js';

@Controller('api/rooms')
export class RoomsController {
  constructor(
    @Inject(ROOM_STORE) private readonly store: RoomStore,
    @Inject(RoomFinder) private readonly finder: RoomFinder,
    @Inject(IdentityService) private readonly identities: IdentityService,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
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
    const address = addressOf(request, this.proxy);
    const member = await this.finder.findMember(pin, { identityId, address });
    const room = member && (await this.store.readRoom(member.roomId));
    if (room === undefined) throw new RoomError('FORBIDDEN', 'only members see the results');
    if (room.phase.kind !== 'lobby' || room.phase.results === null)
      throw new RoomError('WRONG_PHASE', 'there are no results yet');
    return { hostId: room.hostId, results: room.phase.results };
  }
}
