/** A quiz set whose questions are short, as the built-in ones leave 15 s for each. */

const FEWEST_CHOICES = 2;
const MOST_CHOICES = 5;
const TIMEOUT_MS = 10_000;

export interface QuizSize {
  questions: number;
  /** For each question, 3 to 120. */
  answerSeconds: number;
}

/** Who may bring questions: the one that opened the room, with the token that it was given. */
export interface Opener {
  readonly pin: string;
  readonly token: string;
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
    body: JSON.stringify(makeQuiz(quiz)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`quiz file refused: ${response.status}`);
  return ((await response.json()) as { quizSetId: string }).quizSetId;
}
