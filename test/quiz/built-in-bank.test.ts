import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BuiltInQuizBank } from '../../src/server/desk/sets/bank/built-in-bank.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'madang-sets-'));
});
afterEach(() => rm(dir, { recursive: true }));

function question(fields: object = {}): object {
  return { quiz: 'One and one?', choices: ['1', '2', '3'], answer: 2, ...fields };
}

function setFile(id: string, fields: object = {}): object {
  return {
    version: 1,
    id,
    order: 1,
    title: `Title of ${id}`,
    language: 'en',
    questions: [question()],
    ...fields,
  };
}

async function load(files: Record<string, unknown>): Promise<BuiltInQuizBank> {
  for (const [name, content] of Object.entries(files))
    await writeFile(
      join(dir, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  return BuiltInQuizBank.load(dir);
}

describe('BuiltInQuizBank', () => {
  const threeSets = {
    'b-two.json': setFile('b-two', { order: 2 }),
    'a-three.json': setFile('a-three', { order: 3, language: 'ko' }),
    'c-one.json': setFile('c-one'),
    'notes.txt': 'not a set',
  };

  it('lists the sets in their own order, without questions or answers', async () => {
    const bank = await load(threeSets);
    expect(await bank.list()).toEqual([
      { id: 'c-one', title: 'Title of c-one', language: 'en', count: 1 },
      { id: 'b-two', title: 'Title of b-two', language: 'en', count: 1 },
      { id: 'a-three', title: 'Title of a-three', language: 'ko', count: 1 },
    ]);
  });

  it('counts answers from 0 whatever the file says, and fills in 15 seconds', async () => {
    const byText = question({ quiz: 'By text?', answer: '3', limitTime: 20 });
    const bank = await load({
      'one.json': setFile('one', { questions: [question(), byText] }),
    });
    expect(await bank.find('one')).toEqual({
      id: 'one',
      title: 'Title of one',
      language: 'en',
      questions: [
        {
          kind: 'choice',
          quiz: 'One and one?',
          choices: ['1', '2', '3'],
          answers: [1],
          limitTime: 15,
        },
        { kind: 'choice', quiz: 'By text?', choices: ['1', '2', '3'], answers: [2], limitTime: 20 },
      ],
    });
  });

  it.each([
    ['-1', 'c-one'],
    ['1', 'c-one'],
    ['2', 'b-two'],
    ['3', 'a-three'],
    ['a-three', 'a-three'],
  ])('finds by the id or alias %s', async (id, found) => {
    const bank = await load(threeSets);
    expect((await bank.find(id))?.id).toBe(found);
  });

  it.each(['0', '4', '-2', '01', '1.0', '1e0', ' 1', '', 'c-one.json', '__proto__', 'constructor'])(
    'finds nothing by %j',
    async (id) => {
      const bank = await load(threeSets);
      expect(await bank.find(id)).toBeUndefined();
    },
  );

  it('starts a room with the first set in its language, or the first of all', async () => {
    const bank = await load(threeSets);
    expect(bank.defaultId('en')).toBe('c-one');
    expect(bank.defaultId('ko')).toBe('a-three');
    await rm(join(dir, 'a-three.json'));
    expect((await BuiltInQuizBank.load(dir)).defaultId('ko')).toBe('c-one');
  });

  it('starts one with an English set where none is in the language of the page', async () => {
    const bank = await load({
      'a-one.json': setFile('a-one', { language: 'ko' }),
      'b-two.json': setFile('b-two', { order: 2 }),
    });
    expect(bank.defaultId('de')).toBe('b-two');
    expect(bank.defaultId('pt-BR')).toBe('b-two');
  });

  it('gives every caller its own copy', async () => {
    const bank = await load(threeSets);
    (await bank.find('c-one'))?.questions.pop();
    expect((await bank.find('c-one'))?.questions).toHaveLength(1);
  });
});

describe('a built-in set that is wrong stops the start and names the place', () => {
  const faults: [string, object, string][] = [
    ['another version', { version: 3 }, 'version: must be 1 or 2'],
    ['no version', { version: undefined }, 'version: must be 1'],
    ['an id that is not the file name', { id: 'other' }, "id: must be the file's name, wrong"],
    ['an id that could be an alias', { id: '7' }, 'id: must be lower-case words'],
    ['an empty title', { title: ' ' }, 'title: is empty'],
    ['a title too long for the list', { title: 'x'.repeat(41) }, 'title: is longer than 40'],
    ['an unknown language', { language: 'fr' }, 'language: '],
    ['no questions', { questions: [] }, 'questions: '],
    ['an unknown field', { author: 'me' }, 'has an unknown field "author"'],
    [
      'a question twice',
      { questions: [question(), question()] },
      'questions 2 quiz: is there twice',
    ],
  ];
  const questionFaults: [string, object, string][] = [
    ['an answer of 0', { answer: 0 }, 'questions 2 answer: must be from 1 to 3'],
    ['an answer after the last choice', { answer: 4 }, 'questions 2 answer: must be from 1 to 3'],
    ['an answer between choices', { answer: 1.5 }, 'questions 2 answer: must be the number'],
    ['an answer that is no choice', { answer: 'two' }, '"two" is not the text of a choice'],
    ['one choice', { choices: ['1'], answer: 1 }, 'questions 2 choices: must have 2 to 10'],
    [
      'a choice twice',
      { choices: ['1', ' 1 '], answer: 1 },
      'questions 2 choices 2: is the same as an earlier choice',
    ],
    ['an empty choice', { choices: ['1', ''] }, 'questions 2 choices 2: is empty'],
    ['a bidi override', { quiz: 'a\u202Eb' }, 'questions 2 quiz: has characters'],
    ['a text too long', { quiz: 'x'.repeat(301) }, 'questions 2 quiz: is longer than 300'],
    ['too little time', { limitTime: 2 }, 'questions 2 limitTime: must be a whole number'],
    ['an unknown field', { hint: 'x' }, 'questions 2: has an unknown field "hint"'],
  ];

  it.each(faults)('%s', async (_, fields, place) => {
    await expect(load({ 'wrong.json': setFile('wrong', fields) })).rejects.toThrow(
      `wrong.json: ${place}`,
    );
  });

  it.each(questionFaults)('%s', async (_, fields, place) => {
    const questions = [question({ quiz: 'Right' }), question(fields)];
    const loading = load({ 'wrong.json': setFile('wrong', { questions }) });
    await expect(loading).rejects.toThrow('wrong.json: ');
    await expect(loading).rejects.toThrow(place);
  });

  it('not JSON', async () => {
    await expect(load({ 'wrong.json': '{"version": 1,' })).rejects.toThrow(
      'wrong.json: SyntaxError',
    );
  });

  it('two sets in the same place of the list', async () => {
    await expect(load({ 'one.json': setFile('one'), 'two.json': setFile('two') })).rejects.toThrow(
      'two.json: order: is 1, as in one.json',
    );
  });

  it('no sets at all', async () => {
    await expect(load({})).rejects.toThrow('has no quiz sets');
  });
});
