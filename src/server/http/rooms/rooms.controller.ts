import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AsMember, OnBehalf, RoomId } from '../access/entered.js';
import { ByPin, Member, Open } from '../access/way-in.js';
import { bestOfTable, isBig } from '../../../game/big-room.js';
import { resultsPayload } from '../../../game/phase.js';
import { goneSignal } from '../../platform/identity/gone-signal.js';
import type { RoomState } from '../../../game/room-state.js';
import { languageOf } from '../../platform/identity/request-origin.js';
import { nameKey } from '../../../protocol/judged-name.js';
import { RoomError, type PublicRoom, type RoomDoor } from '../../../protocol/index.js';
import { DearRequests } from '../../platform/rate/dear.js';
import type { Asker } from '../../platform/rate/lane.js';
import { KeptGames } from '../../desk/results/kept-games.js';
import { lastGameOf } from '../../desk/results/last-game.js';
import { MadeResults, type Wanted } from '../../desk/results/made-results.js';
import { reportSteps } from '../../desk/results/report.js';
import { tableSteps } from '../../desk/results/report-json.js';
import { sheetBody } from '../../desk/results/sheet-file.js';
import { RoomDirectory } from '../../live/room/room-directory.js';
import { ROOM_STORE, type RoomStore } from '../../live/store/contract.js';
import { JSON_TYPE, sendMade, sendSheet, sheetKey, sheetWish } from '../results/send-made.js';

@Controller('api/rooms')
export class RoomsController {
  constructor(
    @Inject(ROOM_STORE) private readonly store: RoomStore,
    @Inject(RoomDirectory) private readonly directory: RoomDirectory,
    @Inject(KeptGames) private readonly games: KeptGames,
    @Inject(MadeResults) private readonly made: MadeResults,
    @Inject(DearRequests) private readonly dear: DearRequests,
  ) {}

  /** Public rooms whose game has not begun (R1.5). */
  @Open()
  @Get()
  list(): Promise<PublicRoom[]> {
    return this.store.publicRooms();
  }

  /** What somebody is told who has not entered yet. Every page that knows a PIN asks, so this has to stay cheap. */
  @ByPin({ tells: true })
  @Get(':pin/door')
  async door(@RoomId() roomId: string): Promise<RoomDoor> {
    const here = this.directory.get(roomId)?.view;
    const room = here ?? (await this.store.readFields(roomId, ['settings']));
    const resultsKept = room !== undefined && room.settings.keeper !== null;
    const tracksKept = resultsKept && this.games.kept.tracksDays > 0;
    const tickets = room?.settings.tickets;
    const { language, languages } = room?.settings.quizSet ?? {};
    return {
      resultsKept,
      tracksKept,
      ...(tickets && { tickets }),
      ...(language !== undefined && languages && { languages: { language, languages } }),
    };
  }

  /** The last game as a file, for its hosts, while the room is in the lobby (R17.7). */
  @Member('coHost')
  @Get(':pin/results/file')
  async download(
    @AsMember() { roomId }: Member,
    @OnBehalf() asker: Asker,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const room = await this.store.readRoom(roomId);
    const game = room && lastGameOf(room);
    if (room === undefined || game === undefined)
      throw new RoomError('WRONG_PHASE', 'there are no results yet');
    const wish = sheetWish(query, languageOf(request));
    const wanted: Wanted = {
      kind: wish.format,
      size: { seats: game.players.length, questions: game.questions.length },
      key: `${revisionOf(room)} ${sheetKey(wish)}`,
      make: async (inSlices) => sheetBody(await inSlices(reportSteps(game)), wish, inSlices),
    };
    const body = await this.made.get(asker, wanted, goneSignal(response));
    sendSheet(response, room.settings.title, wish, body);
  }

  /** The last game's results, for members, while the room is in the lobby; in a big room the whole table is its hosts' (R23.5). */
  @Member()
  @Get(':pin/results')
  async results(
    @AsMember() { roomId, runsIt }: Member,
    @OnBehalf() asker: Asker,
    @Res() response: Response,
  ): Promise<void> {
    const here = this.directory.get(roomId)?.view.state;
    const room = here ?? (await this.store.readFields(roomId, ['phase', 'settings', 'hostId']));
    if (room?.phase.kind !== 'lobby' || room.phase.results === null)
      throw new RoomError('WRONG_PHASE', 'there are no results yet');
    const { phase, settings, hostId } = room;
    const { results } = room.phase;
    const body = await this.dear.run(
      'table',
      { seats: results.length, questions: 1 },
      asker,
      (inSlices) => {
        const table = resultsPayload(phase, results, hostId);
        return inSlices(tableSteps(runsIt || !isBig(settings) ? table : bestOfTable(table)));
      },
      { signal: goneSignal(response) },
    );
    sendMade(response, JSON_TYPE, body);
  }
}

/** Another one whenever the results of the last game are others; the store may have lost some changes of a room. */
function revisionOf({ roomId, phase, judged }: RoomState): string {
  const rulings = judged.map((one) => [nameKey(one), one.isVoid, one.solution]);
  return `${roomId} ${phase.version} ${JSON.stringify(rulings)}`;
}
