import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bestOfTable, isBig } from '../game/big-room.js';
import { resultsPayload } from '../game/phase.js';
import { IdentityService } from '../identity/identity.js';
import { hasRole } from '../game/roles.js';
import {
  addressOf,
  languageOf,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../identity/request-origin.js';
import {
  RoomError,
  type PublicRoom,
  type ResultsPayload,
  type RoomDoor,
} from '../protocol/index.js';
import { KeptGames } from '../results/kept-games.js';
import { lastGameOf } from '../results/last-game.js';
import { reportOf } from '../results/report.js';
import { RoomFinder } from '../room/room-finder.js';
import { ROOM_STORE, type RoomStore } from '../store/contract.js';
import { sendSheet } from './send-sheet.js';

@Controller('api/rooms')
export class RoomsController {
  constructor(
    @Inject(ROOM_STORE) private readonly store: RoomStore,
    @Inject(RoomFinder) private readonly finder: RoomFinder,
    @Inject(IdentityService) private readonly identities: IdentityService,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
    @Inject(KeptGames) private readonly games: KeptGames,
  ) {}

  /** Public rooms whose game has not begun (R1.5). */
  @Get()
  list(): Promise<PublicRoom[]> {
    return this.store.publicRooms();
  }

  /** What somebody is told who has not entered yet. Wrong PINs count as they do there (R10.4). */
  @Get(':pin/door')
  async door(@Param('pin') pin: string, @Req() request: Request): Promise<RoomDoor> {
    const identityId = this.identities.fromHeaders(request.headers);
    if (identityId === undefined) throw new RoomError('FORBIDDEN', 'no identity');
    const address = addressOf(request, this.proxy);
    const room = await this.store.readRoom(await this.finder.find(pin, { identityId, address }));
    const resultsKept = room !== undefined && room.settings.keeper !== null;
    return { resultsKept, tracksKept: resultsKept && this.games.kept.tracksDays > 0 };
  }

  /** The last game as a file, for its hosts, while the room is in the lobby (R17.7). */
  @Get(':pin/results/file')
  async download(
    @Param('pin') pin: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const identityId = this.identities.fromHeaders(request.headers);
    const address = addressOf(request, this.proxy);
    const member = await this.finder.findMember(pin, { identityId, address });
    const room = member && (await this.store.readRoom(member.roomId));
    if (!room || identityId === undefined || !hasRole(room, identityId, 'coHost'))
      throw new RoomError('FORBIDDEN', 'only hosts download the results');
    const game = lastGameOf(room);
    if (game === undefined) throw new RoomError('WRONG_PHASE', 'there are no results yet');
    await sendSheet(response, reportOf(game), room.settings.title, query, languageOf(request));
  }

  /** The last game's results, for members, while the room is in the lobby; in a big room the whole table is its hosts' (R23.5). */
  @Get(':pin/results')
  async results(@Param('pin') pin: string, @Req() request: Request): Promise<ResultsPayload> {
    const identityId = this.identities.fromHeaders(request.headers);
    const address = addressOf(request, this.proxy);
    const member = await this.finder.findMember(pin, { identityId, address });
    const room = member && (await this.store.readRoom(member.roomId));
    if (room === undefined) throw new RoomError('FORBIDDEN', 'only members see the results');
    if (room.phase.kind !== 'lobby' || room.phase.results === null)
      throw new RoomError('WRONG_PHASE', 'there are no results yet');
    const table = resultsPayload(room.phase, room.phase.results, room.hostId);
    const isWhole = !isBig(room.settings) || hasRole(room, identityId ?? '', 'coHost');
    return isWhole ? table : bestOfTable(table);
  }
}
