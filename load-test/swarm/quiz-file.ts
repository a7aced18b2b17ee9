/** A quiz set whose questions are short, as the built-in ones leave 15 s for each. */

const FEWEST_CHOICES = 2;
const MOST_CHOICES = 5;
const TIMEOUT_MS = 10_000;

export interface QuizSize {
  questions: number;
  /** For each question, 3 to 120. */
  answerSeconds: number;
  /** In how many languages everything is written, 1 to 4 (R30); missing where its questions are short, and in one. */
  languages?: number;
}

/** Who may bring questions: the one that opened the room, with the token that it was given. */
export interface Opener {
  readonly pin: string;
  readonly token: string;
}

const LANGUAGES = ['ko', 'en', 'de', 'pt-BR'];

/** Questions as people write them, with explanations: each text is as long in one language as in another. */
function makeWrittenQuiz({ questions, answerSeconds, languages = 1 }: QuizSize): object {
  const [language, ...further] = LANGUAGES.slice(0, languages);
  const textsIn = (tag: string, n: number) => ({
    quiz: `${tag}: question ${n + 1}, in which city did the first fair of the world open its doors?`,
    choices: ['London', 'Paris', 'Vienna', 'Chicago'].map((city) => `${tag}: ${city} (${n})`),
    explanation: `${tag}: ${n + 1}. The Great Exhibition opened in Hyde Park on the first of May in the year 1851, and six million people had seen it by October.`,
  });
  return {
    version: 3,
    title: 'Load test',
    language,
    languages: further,
    questions: Array.from({ length: questions }, (_, n) => ({
      ...textsIn(language ?? '', n),
      answer: 1 + (n % 4),
      limitTime: answerSeconds,
      texts: Object.fromEntries(further.map((tag) => [tag, textsIn(tag, n)])),
    })),
  };
}

function makeQuiz({ questions, answerSeconds }: QuizSize): object {
  return {
    title: 'Load test',
    language: 'en',
    questions: Array.from({ length: questions }, (_, n) => {
      const choices = FEWEST_CHOICES + (n % (MOST_CHOICES - FEWEST_CHOICES + 1));
      return {
        quiz: `Question ${n + 1} with ${choices} choices?`,
        choices: Array.from({ length: choices }, (_, choice) => `Choice ${choice + 1}`),
        answer: `Choice ${1 + (n % choices)}`,
        limitTime: answerSeconds,
      };
    }),
  };
}

/** Resolves with the id of the set; rejects unless the server takes it. */
export async function bringQuiz(
  target: string,
  { pin, token }: Opener,
  quiz: QuizSize,
): Promise<string> {
  const url = new URL(`/api/rooms/${pin}/quiz-set`, target);
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(quiz.languages === undefined ? makeQuiz(quiz) : makeWrittenQuiz(quiz)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`quiz file refused: ${response.status}`);
  return ((await response.json()) as { quizSetId: string }).quizSetId;
}
