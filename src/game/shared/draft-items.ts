/** Items of a programme (R27) as an author writes them: their faults by field, and the items that they become. */
import type { DraftItem } from '../../protocol/desk.js';
import * as limits from '../../protocol/limits.js';
import type { ProgrammeItem } from '../../protocol/programme.js';
import { cleanLines, type TextBounds } from '../../protocol/text.js';
import type { Tell } from '../kinds/own/rules.js';
import type { FaultsWords } from '../../i18n/made/types.js';
import { boundedFault, oneLine, playedTexts } from './row-texts.js';

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The note of a question or of an item. */
export function noteFault(say: FaultsWords, note = ''): string | undefined {
  return boundedFault(say, note, limits.NOTE_BOUNDS, cleanLines);
}

/** As it is kept; undefined where it is empty. To be asked of a note without a fault. */
function noteOf(note = ''): string | undefined {
  return cleanLines(note, limits.NOTE_BOUNDS) || undefined;
}

const isWhole = (value: number | null | undefined, least: number, most: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

/** Tells what keeps an item from being played. */
export function itemFaults(say: FaultsWords, draft: DraftItem, tell: Tell): void {
  const { title = '', text = '', image, seconds = null, startsAt = '' } = draft;
  const { name = '', count = null, limitTime = null, message = '', minutes } = draft;
  const { among, team, winners = 1 } = draft;
  tell('note', noteFault(say, draft.note));
  switch (draft.kind) {
    case 'slide':
      if (title.trim() === '' && text.trim() === '' && image === undefined)
        tell('title', say.emptySlide);
      tell('title', boundedFault(say, title, limits.ITEM_TITLE_BOUNDS, oneLine));
      tell('text', boundedFault(say, text, limits.SLIDE_TEXT_BOUNDS, cleanLines));
      if (image !== undefined) tell('image', boundedFault(say, image.alt, ALT_BOUNDS, oneLine));
      if (seconds !== null && !isWhole(seconds, limits.MIN_SLIDE_S, limits.MAX_SLIDE_S))
        tell('seconds', say.slideSeconds({ least: limits.MIN_SLIDE_S, most: limits.MAX_SLIDE_S }));
      if (startsAt !== '' && !TIME_OF_DAY.test(startsAt)) tell('startsAt', say.timeOfDay);
      break;
    case 'round':
      tell('name', boundedFault(say, name, limits.ITEM_TITLE_BOUNDS, oneLine));
      if (count !== null && !isWhole(count, 1, limits.EVENING_MAX_QUESTIONS))
        tell('count', say.roundCount({ most: limits.EVENING_MAX_QUESTIONS }));
      if (limitTime !== null && !isWhole(limitTime, limits.MIN_LIMIT_S, limits.MAX_LIMIT_S))
        tell('limitTime', say.seconds({ least: limits.MIN_LIMIT_S, most: limits.MAX_LIMIT_S }));
      break;
    case 'break':
      if (message.trim() === '') tell('message', say.breakMessage);
      else tell('message', boundedFault(say, message, limits.BREAK_BOUNDS, oneLine));
      if (!isWhole(minutes, 1, limits.MAX_BREAK_MINUTES))
        tell('minutes', say.minutes({ most: limits.MAX_BREAK_MINUTES }));
      break;
    case 'draw':
      tell('title', boundedFault(say, title, limits.ITEM_TITLE_BOUNDS, oneLine));
      if (among === 'team' && !isWhole(team, 0, limits.MAX_TEAMS - 1)) tell('team', say.team);
      if (!isWhole(winners, 1, limits.MAX_WINNERS))
        tell('winners', say.winners({ most: limits.MAX_WINNERS }));
      break;
    case 'standings':
      break;
  }
}

const ALT_BOUNDS = { maxGraphemes: limits.ALT_MAX_UNITS, maxUnits: limits.ALT_MAX_UNITS };

/** The item that a draft without faults becomes. */
export function itemOf(draft: DraftItem): ProgrammeItem {
  const { id, kind, image, startsAt = '', setId = '', order, limitTime, blind, team } = draft;
  const line = (raw = '', bounds: TextBounds = limits.ITEM_TITLE_BOUNDS): string =>
    oneLine(raw, bounds) ?? '';
  const note = noteOf(draft.note);
  const item = { id, ...(note !== undefined && { note }), ...playedTexts(draft) };
  switch (kind) {
    case 'slide':
      return {
        ...item,
        kind,
        title: line(draft.title),
        text: cleanLines(draft.text ?? '', limits.SLIDE_TEXT_BOUNDS) ?? '',
        ...(image && { image: { id: image.id, alt: line(image.alt, ALT_BOUNDS) } }),
        seconds: draft.seconds ?? null,
        ...(startsAt !== '' && { startsAt }),
      };
    case 'round':
      return {
        ...item,
        kind,
        name: line(draft.name),
        ...(setId !== '' && { setId }),
        count: draft.count ?? null,
        ...(order && { order }),
        ...(limitTime != null && { limitTime }),
        ...(blind !== undefined && { blind }),
        factor: draft.factor ?? 1,
        standings: draft.standings ?? 'each',
      };
    case 'break':
      return {
        ...item,
        kind,
        message: line(draft.message, limits.BREAK_BOUNDS),
        minutes: draft.minutes ?? 1,
      };
    case 'draw': {
      const among = draft.among ?? 'everybody';
      return {
        ...item,
        kind,
        title: line(draft.title),
        among,
        ...(among === 'team' && team != null && { team }),
        winners: draft.winners ?? 1,
      };
    }
    case 'standings':
      return { ...item, kind };
  }
}
