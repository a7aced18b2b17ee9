import type { DraftItem } from '../../../../protocol/desk.js';
import type { HostWords } from '../../../../i18n/made/types.js';

type ItemFormWords = HostWords['itemForm'];

/** How an item is told from others of its kind; empty where nothing is written. */
export function itemName({ title, name, message, text }: DraftItem): string {
  const found = [title, name, message, text].find((one) => one?.trim());
  return found?.trim().replace(/\s+/g, ' ') ?? '';
}

/** The settings of an item in few words, for the list and for paper. `questions`: how many are below a round. */
export function factsOf(
  t: ItemFormWords,
  item: DraftItem,
  questions: number,
  otherTitle: string,
): string[] {
  switch (item.kind) {
    case 'slide':
      return [
        item.startsAt ? t.startsAtShort({ time: item.startsAt }) : '',
        item.seconds == null ? t.untilNext : t.forSeconds({ seconds: item.seconds }),
      ].filter(Boolean);
    case 'round':
      return roundFacts(t, item, questions, otherTitle);
    case 'break':
      return [t.forMinutes({ minutes: item.minutes ?? 0 })];
    case 'draw':
      return [
        t.among[item.among ?? 'everybody'],
        item.among === 'team' && item.team != null ? t.teamNumber({ number: item.team + 1 }) : '',
        t.winnersShort({ count: item.winners ?? 0 }),
      ].filter(Boolean);
    case 'standings':
      return [];
  }
}

function roundFacts(
  t: ItemFormWords,
  { setId, count, order, limitTime, blind, factor, standings = 'each' }: DraftItem,
  questions: number,
  otherTitle: string,
): string[] {
  const source = setId ? t.fromSet({ title: otherTitle || t.otherSet }) : '';
  const asked =
    count != null && !setId
      ? t.someQuestions({ count, of: questions })
      : t.allQuestions({ count: count ?? questions });
  return [
    source,
    setId && count == null ? '' : asked,
    factor && factor > 1 ? `×${factor}` : '',
    order ? t.orders[order] : '',
    limitTime != null ? t.forSeconds({ seconds: limitTime }) : '',
    blind === true ? t.blindShort : '',
    standings === 'each' ? '' : t.standingsShort[standings],
  ].filter(Boolean);
}
