/** What may happen to a room, drawn from a seed: commands and transitions, often in vain or too late. */
import { comeBack } from '../../src/game/come-back.js';
import { lowerCurtain } from '../../src/game/curtain.js';
import { fallBack, handOver, standIn, takeBack } from '../../src/game/host.js';
import { acceptHostLink, revokeHostLinks, setHostLink } from '../../src/game/host-link.js';
import { setExtraTime } from '../../src/game/extra-time.js';
import { listNames } from '../../src/game/name-list.js';
import { deleteMessages, mutePlayer, unmaskMessages } from '../../src/game/moderation-commands.js';
import { drawInt, drawOne, type Random } from '../../src/game/shared/random.js';
import type { Transition } from '../../src/game/room-change.js';
import { endRehearsal, startRehearsal } from '../../src/game/rehearsal.js';
import { asHost, setCoHost } from '../../src/game/roles.js';
import { holdDraw } from '../../src/game/draw.js';
import { givePoints, takeBackPoints } from '../../src/game/given-points.js';
import { editProgramme, programmeOf, type ProgrammeEdit } from '../../src/game/programme.js';
import type { Question, QuizSet } from '../../src/game/shared/quiz-set.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
import {
  addCockpit,
  addScreen,
  dismissScreens,
  removeScreen,
} from '../../src/game/screen-commands.js';
import {
  drop,
  dropProcess,
  free,
  freeSeat,
  kick,
  leave,
  rename,
  sit,
  type SeatRequest,
} from '../../src/game/seat-commands.js';
import {
  bringQuizSet,
  changeOptions,
  changeSettings,
  chooseQuizSet,
} from '../../src/game/settings-commands.js';
import {
  advance,
  back,
  endGame,
  extend,
  next,
  pause,
  resume,
  skip,
  startGame,
} from '../../src/game/transitions.js';
import { chooseTeam, listTeams, moveToTeam, nameTeams } from '../../src/game/teams.js';
import { chooseTickets, letOthersIn, reissueTicket } from '../../src/game/tickets.js';
import { strike, writingKey } from '../../src/game/writing.js';
import { personOf } from '../../src/protocol/index.js';
import { MASK } from '../../src/protocol/moderation.js';
import {
  aSet,
  inZone,
  LENGTHS,
  request,
  someQuestions,
  someTickets,
  withTicket,
} from '../support/game-data.js';
import { ONE_OF_EACH, PARTED } from '../support/kinds.js';
import type { CourseText } from './course-store.js';
import { decideHonestly, OPENER } from './room-trial.js';

/** Usual questions, and one of every kind but those for which people write. */
const MIXED = [...someQuestions(5), ...ONE_OF_EACH, ...PARTED];
/** Two rounds with items around them. */
export const EVENING: QuizSet = {
  ...aSet(3),
  programme: [
    { kind: 'slide', id: 'hello', title: 'Hello', text: '', seconds: null, note: 'Smile' },
    {
      kind: 'round',
      id: 'one',
      name: 'One',
      count: 2,
      factor: 1,
      standings: 'round',
      questions: MIXED,
    },
    { kind: 'draw', id: 'prize', title: 'A book', among: 'everybody', winners: 2 },
    { kind: 'break', id: 'tea', message: 'Tea', minutes: 5 },
    { kind: 'slide', id: 'short', title: '', text: 'Short', seconds: 5 },
    {
      kind: 'round',
      id: 'two',
      name: 'Two',
      count: 3,
      factor: 3,
      standings: 'never',
      questions: MIXED,
    },
    { kind: 'standings', id: 'end' },
  ],
};
const IDENTITIES = 9;
const DIGESTS = ['one', 'two'];
const TEAM_MODES = ['none', 'choice', 'dealt', 'list'] as const;
const TEAM_NAMES = [
  ['Oaks', 'Elms'],
  ['Oaks', 'Elms', 'Firs'],
];
const NAMES = ['Kim', 'Kim 2', 'Lee', 'Park'];
/** Right ones, slips, shared ones, one that looks like a right one, and one that the word filter masks. */
const ANSWERS = ['Seoul', 'seoul city', 'Seuol', 'Busan', 'BUSAN', 'Seоul', '부산', 'damn'];
const FILTERED = 'damn';

export class RandomCourse {
  private born = 0;
  /** Requests that were made, to be made again as when an answer got lost. */
  private readonly requests: SeatRequest[] = [];

  constructor(
    readonly random: Random,
    /** These come before everything that is drawn. */
    private readonly first: RoomCommand<unknown>[] = [],
    private readonly questions: readonly Question[] = MIXED,
  ) {}

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A command for a room, as somebody on `process` may give it who knows the room as it is in `copy`. */
  command(copy: RoomState, process: string): RoomCommand<unknown> {
    const command = this.first.shift() ?? this.draw(copy, process);
    // Each one is tried for whether it tells all that it reads.
    return { ...command, decide: (room, now) => decideHonestly(room, command, now) };
  }

  private draw(copy: RoomState, process: string): RoomCommand<unknown> {
    const { random } = this;
    const seats = [...copy.seats.values()];
    const seat = seats.length === 0 ? undefined : drawOne(random, seats);
    if (seat === undefined || this.chance(0.3)) return this.sitting(process);
    // Whoever is removed makes the room emptier, so that is rarer.
    const frequent: (() => RoomCommand<unknown>)[] = [
      () => drop(this.held(seat)),
      () => drop(this.held(seat)),
      () => free(seat),
      () => rename(seat.playerId, drawOne(random, NAMES)),
      () => mutePlayer(seat.playerId, this.chance(0.6)),
      () => setExtraTime(seat.playerId, this.chance(0.6)),
      () => handOver(this.hostOf(copy, seat), seat.playerId),
      () => takeBack(seat.identityId),
      () => fallBack(copy.hostId),
      () => standIn,
      () => standIn,
      () => setHostLink(drawOne(random, DIGESTS)),
      () => acceptHostLink(seat.identityId, drawOne(random, DIGESTS)),
      () => acceptHostLink('w1', drawOne(random, DIGESTS)),
      () => setCoHost(seat.playerId, this.chance(0.6)),
      () => asHost(drawOne(random, seats).identityId, seat.playerId, rename(seat.playerId, 'Kim')),
      () => this.watching(process),
      () => this.watching(process),
      () => removeScreen([...copy.screens.keys()][0] ?? 'none'),
      () => changeSettings({ isLocked: this.chance(0.15), isMuted: this.chance(0.5) }),
      () => changeOptions({ maxPlayerCount: 3 + drawInt(random, 6), title: String(random()) }),
      () => {
        const ghostId = 1 + drawInt(random, 9);
        const livingId = this.chance(0.5) ? null : ghostId;
        return deleteMessages([{ ghostId, livingId, timestamp: drawInt(random, 3) }]);
      },
      () => unmaskMessages([{ ghostId: 1 + drawInt(random, 9), livingId: null, timestamp: 1 }]),
      () => rename(seat.playerId, drawOne(random, NAMES), 'wanted'),
      () => chooseQuizSet({ quizSetId: 'a', quizCount: 1 + drawInt(random, 3), title: 'A' }),
    ];
    const rare: (() => RoomCommand<unknown>)[] = [
      () => leave(seat),
      () => leave(seat),
      () => leave({ ...seat, generation: seat.generation - 1 }),
      () => (this.chance(0.3) ? kick(seat.playerId) : kick('nobody')),
      () => dropProcess(drawOne(random, ['a', 'b', 'c'])),
      () => dismissScreens,
      () => comeBack(copy.lastPresentAt),
      () => endRehearsal,
      () => startRehearsal({ process, bots: 1 + drawInt(random, 4), endsAt: 0 }),
      () => freeSeat(seat.playerId),
      () => listNames([drawOne(random, NAMES)], this.chance(0.7)),
      () => changeSettings({ names: this.chance(0.3) ? 'list' : 'free' }),
      () => revokeHostLinks,
      () => changeOptions({ teams: drawOne(random, TEAM_MODES) }),
      () => nameTeams(drawOne(random, TEAM_NAMES)),
      () =>
        listTeams(
          [{ playerName: drawOne(random, NAMES), team: drawInt(random, 3) }],
          this.chance(0.7),
        ),
      () => chooseTeam(seat.playerId, drawInt(random, 3)),
      () => moveToTeam(this.hostOf(copy, seat), seat.playerId, drawInt(random, 3)),
      () => this.tickets(),
      () => reissueTicket(OPENER, 1 + drawInt(random, 2), drawOne(random, DIGESTS)),
      () => changeOptions({ gameMode: drawOne(random, ['RANKING', 'SURVIVAL']) }),
      () => bringQuizSet(aSet(3), { quizSetId: 'own', quizCount: 3, title: 'Own' }),
      () =>
        bringQuizSet(
          EVENING,
          { quizSetId: 'own', quizCount: 5, title: 'Own', rounds: 2 },
          programmeOf(EVENING, random),
        ),
    ];
    if (copy.programme !== null && this.chance(0.1)) return this.editing(copy);
    return drawOne(random, this.chance(0.3) ? rare : frequent)();
  }

  private editing({ programme }: RoomState): RoomCommand<unknown> {
    const { random } = this;
    const { revision = 0, items = [] } = programme ?? {};
    const { id } = items.length > 0 ? drawOne(random, items) : { id: 'none' };
    const to = drawInt(random, items.length + 1);
    const edits: ProgrammeEdit[] = [
      { kind: 'move', id, to },
      { kind: 'leaveOut', id, isOut: this.chance(0.5) },
      { kind: 'add', item: { kind: 'standings', id: `more-${(this.born += 1)}` }, to },
    ];
    return editProgramme(this.chance(0.8) ? revision : revision + 1, drawOne(random, edits));
  }

  /** Mostly who may hand the role over. */
  private hostOf(copy: RoomState, seat: Seat): string {
    const host = [...copy.seats.values()].find(({ playerId }) => playerId === copy.hostId);
    return (this.chance(0.8) ? host : seat)?.identityId ?? OPENER;
  }

  private held({ slot, generation, connectionId }: Seat) {
    return { slot, generation, connectionId: connectionId ?? 'nobody' };
  }

  private sitting(process: string): RoomCommand<unknown> {
    const { random, requests } = this;
    this.born += 1;
    if (requests.length > 0 && this.chance(0.15)) {
      const again = drawOne(random, requests.slice(-4));
      // No two seats ever have the same id.
      return sit({ ...again, playerId: `${personOf(again.playerId)}.${this.born}` });
    }
    if (this.chance(0.1)) {
      const number = 1 + drawInt(random, 2);
      const playerId = `ticket-${number}.${this.born}`;
      const shown = withTicket(number, { process, connectionId: `c${this.born}`, playerId });
      requests.push(shown);
      return sit(shown);
    }
    const n = drawInt(random, IDENTITIES);
    const asked = request(n, {
      process,
      connectionId: `c${this.born}`,
      playerId: `p${n}.${this.born}`,
      playerName: drawOne(random, NAMES),
      isStoreFull: this.chance(0.03),
      // A bot has an identity of its own, which is never the owner's.
      isBot: n > 0 && this.chance(0.2),
    });
    requests.push(asked);
    return sit(asked);
  }

  private tickets(): RoomCommand<unknown> {
    if (this.chance(0.3)) return letOthersIn(this.chance(0.8));
    // With many of them, nobody else would sit down for the rest of the course.
    const list = this.chance(0.25)
      ? null
      : someTickets(2, (n) => ({ team: n - 1, extra: true }), TEAM_NAMES[0]);
    return chooseTickets(list, this.chance(0.8), 12);
  }

  private watching(process: string): RoomCommand<unknown> {
    this.born += 1;
    const who = ['w1', 'w2', 'w3', OPENER, 'identity-0', 'identity-1', 'identity-5'];
    const identityId = drawOne(this.random, who);
    const add = this.chance(0.3) ? addCockpit : addScreen;
    return add({ connectionId: `s${this.born}`, identityId, process });
  }

  /** Throws where nothing of the kind can be. */
  transition(copy: RoomState, now: number): Transition {
    const { random } = this;
    const source = { questions: this.questions, random };
    if (copy.rules.gameMode === 'RANKING' && this.chance(0.1)) return this.giving(copy);
    if (writingKey(copy) !== null && this.chance(0.2)) {
      const by = drawOne(random, [...copy.informed, 'nobody']);
      return strike(copy, {
        kind: 'strike',
        by,
        text: drawOne(random, ANSWERS),
        isOut: this.chance(0.8),
      });
    }
    const drawn = holdDraw(copy, { now, lengths: LENGTHS, random });
    if (drawn !== undefined) return drawn;
    if (copy.phase.kind === 'lobby') {
      if (copy.programme !== null && this.chance(0.6)) return next(copy, now, LENGTHS, source);
      return startGame(copy, source, now, LENGTHS);
    }
    const often = () => advance(copy, now, LENGTHS, source);
    return drawOne(random, [
      often,
      often,
      often,
      () => skip(copy, now, LENGTHS, source),
      () => back(copy, now),
      () => (this.chance(0.3) ? endGame(copy) : extend(copy)),
      () => pause(copy, now),
      () => lowerCurtain(copy, now, this.chance(0.5) ? null : { message: 'Tea', minutes: 5 }),
      () => resume(copy, now),
    ])();
  }

  private giving(copy: RoomState): Transition {
    const { random } = this;
    const { given = [] } = copy.rules;
    if (given.length > 0 && this.chance(0.3))
      return takeBackPoints(copy, drawOne(random, given).id);
    const points = 10 * (1 + drawInt(random, 9));
    const gift = { points: this.chance(0.2) ? -points : points, reason: 'Song' };
    if (this.chance(0.3)) return givePoints(copy, { ...gift, team: drawInt(random, 2) });
    const { playerId } = drawOne(random, [...copy.seats.values(), { playerId: 'gone' }]);
    return givePoints(copy, { ...gift, playerId });
  }

  /** Texts by those who sit, for the question that is open in `copy`. */
  texts(copy: RoomState): CourseText[] {
    const { random } = this;
    const question = writingKey(copy);
    if (question === null) return [];
    const isOfWords = copy.phase.kind === 'question' && copy.phase.question.kind === 'words';
    return [...copy.seats.values()]
      .filter(() => this.chance(0.6))
      .map(({ slot, generation }) => {
        const texts = Array.from({ length: drawInt(random, isOfWords ? 4 : 2) }, () =>
          drawOne(random, ANSWERS),
        );
        const masked = texts.map((text) => (text === FILTERED ? MASK : text));
        const hidden = texts.includes(FILTERED) ? { masked } : {};
        return { slot, generation, question, texts, ...hidden, ms: drawInt(random, 20_000) };
      });
  }

  /** Where those who sit have gone. */
  moves(copy: RoomState) {
    return [...copy.seats.values()]
      .filter(() => this.chance(0.6))
      .map(({ slot, generation }) => {
        return { slot, generation, position: inZone(1 + drawInt(this.random, 2)) };
      });
  }
}
