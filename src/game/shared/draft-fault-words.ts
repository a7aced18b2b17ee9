/** The words for the faults of a draft: whole sentences, each says what to do. */
import type { Language } from '../../protocol/http.js';

export interface DraftFaultWords {
  quiz: string;
  longerThan: (characters: number) => string;
  notShowable: string;
  fewChoices: (least: number) => string;
  manyChoices: (most: number) => string;
  choice: string;
  fewPictures: (least: number) => string;
  manyPictures: (most: number) => string;
  choicePicture: string;
  choiceTwice: string;
  noRight: string;
  rightEmpty: string;
  seconds: (least: number, most: number) => string;
  truth: string;
  number: string;
  decimals: (most: number) => string;
  hugeNumber: string;
  tolerance: string;
  notBelowMax: string;
  step: (least: number, most: number) => string;
  notOnRuler: string;
  picture: string;
  alt: string;
  altTells: (choice: string) => string;
  fewPlaces: (least: number) => string;
  place: string;
  noTarget: string;
  smallTarget: string;
  targetWithoutPlace: string;
  noDecoy: string;
  smallNear: (percent: number) => string;
  farBelowNear: string;
  from: string;
  to: string;
  noSpelling: string;
  manySpellings: (most: number) => string;
  manyWrong: (most: number) => string;
  spellingTwice: string;
  mixedLetters: string;
  walkTime: (least: number, most: number) => string;
  fewParts: (least: number) => string;
  manyParts: (most: number) => string;
  part: string;
  partTwice: string;
  partZone: string;
  sameAs: (number: number) => string;
  emptySlide: string;
  slideSeconds: (least: number, most: number) => string;
  timeOfDay: string;
  roundCount: (most: number) => string;
  roundWithoutQuestions: string;
  breakMessage: string;
  minutes: (most: number) => string;
  team: string;
  winners: (most: number) => string;
}

const en: DraftFaultWords = {
  quiz: 'Write the question.',
  longerThan: (characters) => `This is longer than ${characters} characters.`,
  notShowable: 'This has characters that cannot be shown.',
  fewChoices: (least) => `Write at least ${least} choices.`,
  manyChoices: (most) => `Keep ${most} choices at most.`,
  choice: 'Write this choice, or delete it.',
  fewPictures: (least) => `Add at least ${least} pictures.`,
  manyPictures: (most) => `Keep ${most} pictures at most.`,
  choicePicture: 'Give this choice a picture, or delete it.',
  choiceTwice: 'This is the same as an earlier choice.',
  noRight: 'Mark at least one choice as right.',
  rightEmpty: 'A choice that is marked as right is empty.',
  seconds: (least, most) => `Give a whole number of seconds from ${least} to ${most}.`,
  truth: 'Say whether it is true or false.',
  number: 'Write a number.',
  decimals: (most) => `Write a number with at most ${most} decimals.`,
  hugeNumber: 'This number is too large.',
  tolerance: 'The tolerance cannot be less than 0.',
  notBelowMax: 'The smallest number must be less than the largest.',
  step: (least, most) =>
    `The step must divide the way from the smallest to the largest number into ${least} to ${most} equal parts.`,
  notOnRuler: 'The right answer must lie between the smallest and the largest number.',
  picture: 'This question needs a picture.',
  alt: 'Say what the picture shows.',
  altTells: (choice) => `This tells the right answer, “${choice}”.`,
  fewPlaces: (least) => `Add at least ${least} places.`,
  place: 'Name this place.',
  noTarget: 'Mark at least one place as right.',
  smallTarget: 'This target is too small.',
  targetWithoutPlace: 'No place lies in this target: move it, or delete it.',
  noDecoy: 'Leave at least one place that is not right.',
  smallNear: (percent) => `The inner circle must have a radius of ${percent} % at least.`,
  farBelowNear: 'The outer circle must be at least as large as the inner one.',
  from: 'Write what stands at the left end.',
  to: 'Write what stands at the right end.',
  noSpelling: 'Write at least one right answer.',
  manySpellings: (most) => `Keep ${most} right spellings at most.`,
  manyWrong: (most) => `Keep ${most} wrong answers at most.`,
  spellingTwice: 'This is the same as an earlier one: case, spaces and signs do not count.',
  mixedLetters: 'This word has letters of two alphabets that look alike.',
  walkTime: (least, most) =>
    `Give a whole number of seconds from ${least} to ${most}, or 0 where nobody walks.`,
  fewParts: (least) => `Write at least ${least} items.`,
  manyParts: (most) => `Keep ${most} items at most.`,
  part: 'Write this item, or delete it.',
  partTwice: 'This is the same as an earlier item.',
  partZone: 'Choose where this item belongs.',
  sameAs: (number) => `This is the same as question ${number}.`,
  emptySlide: 'Write a title or a text, or add a picture.',
  slideSeconds: (least, most) =>
    `Give a whole number of seconds from ${least} to ${most}, or none to wait for you.`,
  timeOfDay: 'Write a time of day such as 19:30.',
  roundCount: (most) => `Give a whole number of questions from 1 to ${most}, or none for all.`,
  roundWithoutQuestions: 'This round has no questions: write some below it, or choose a set.',
  breakMessage: 'Write what everybody reads during the break.',
  minutes: (most) => `Give a whole number of minutes from 1 to ${most}.`,
  team: 'Choose a team.',
  winners: (most) => `Draw a whole number of winners from 1 to ${most}.`,
};

const ko: DraftFaultWords = {
  quiz: '문제를 적어 주세요.',
  longerThan: (characters) => `${characters}자보다 길어요.`,
  notShowable: '보여 줄 수 없는 글자가 있어요.',
  fewChoices: (least) => `보기를 ${least}개 이상 적어 주세요.`,
  manyChoices: (most) => `보기는 ${most}개까지 쓸 수 있어요.`,
  choice: '이 보기를 적거나 지워 주세요.',
  fewPictures: (least) => `그림을 ${least}개 이상 넣어 주세요.`,
  manyPictures: (most) => `그림은 ${most}개까지 쓸 수 있어요.`,
  choicePicture: '이 보기에 그림을 넣거나 보기를 지워 주세요.',
  choiceTwice: '앞에 있는 보기와 같아요.',
  noRight: '정답을 하나 이상 표시해 주세요.',
  rightEmpty: '정답으로 표시한 보기가 비어 있어요.',
  seconds: (least, most) => `시간을 ${least}~${most}초 사이의 정수로 적어 주세요.`,
  truth: '맞는 말인지 아닌지 골라 주세요.',
  number: '숫자를 적어 주세요.',
  decimals: (most) => `소수점 아래 ${most}자리까지만 적어 주세요.`,
  hugeNumber: '수가 너무 커요.',
  tolerance: '허용 오차는 0보다 작을 수 없어요.',
  notBelowMax: '가장 작은 수가 가장 큰 수보다 작아야 해요.',
  step: (least, most) =>
    `간격은 가장 작은 수에서 가장 큰 수까지를 똑같이 ${least}~${most}칸으로 나눠야 해요.`,
  notOnRuler: '정답은 가장 작은 수와 가장 큰 수 사이에 있어야 해요.',
  picture: '이 문제에는 그림이 있어야 해요.',
  alt: '그림이 무엇을 보여 주는지 적어 주세요.',
  altTells: (choice) => `그림 설명에 정답이 들어 있어요: “${choice}”`,
  fewPlaces: (least) => `장소를 ${least}곳 이상 넣어 주세요.`,
  place: '이 장소의 이름을 적어 주세요.',
  noTarget: '정답인 장소를 하나 이상 표시해 주세요.',
  smallTarget: '이 정답 영역은 너무 작아요.',
  targetWithoutPlace: '이 정답 영역 안에 장소가 없어요. 옮기거나 지워 주세요.',
  noDecoy: '정답이 아닌 장소도 하나 이상 남겨 주세요.',
  smallNear: (percent) => `안쪽 원의 반지름은 ${percent}% 이상이어야 해요.`,
  farBelowNear: '바깥쪽 원은 안쪽 원보다 작을 수 없어요.',
  from: '왼쪽 끝에 무엇이 있는지 적어 주세요.',
  to: '오른쪽 끝에 무엇이 있는지 적어 주세요.',
  noSpelling: '정답을 하나 이상 적어 주세요.',
  manySpellings: (most) => `정답은 ${most}개까지 적을 수 있어요.`,
  manyWrong: (most) => `오답은 ${most}개까지 적을 수 있어요.`,
  spellingTwice: '앞에 적은 것과 같아요. 대소문자와 띄어쓰기, 문장 부호는 따지지 않아요.',
  mixedLetters: '모양이 비슷한 다른 문자가 한 낱말에 섞여 있어요.',
  walkTime: (least, most) =>
    `시간을 ${least}~${most}초 사이의 정수로 적거나, 걷지 않으려면 0으로 적어 주세요.`,
  fewParts: (least) => `항목을 ${least}개 이상 적어 주세요.`,
  manyParts: (most) => `항목은 ${most}개까지 쓸 수 있어요.`,
  part: '이 항목을 적거나 지워 주세요.',
  partTwice: '앞에 있는 항목과 같아요.',
  partZone: '이 항목이 어디에 속하는지 골라 주세요.',
  sameAs: (number) => `${number}번 문제와 같아요.`,
  emptySlide: '제목이나 글을 적거나 그림을 넣어 주세요.',
  slideSeconds: (least, most) =>
    `시간을 ${least}~${most}초 사이의 정수로 적거나, 직접 넘기려면 비워 두세요.`,
  timeOfDay: '시각을 19:30처럼 적어 주세요.',
  roundCount: (most) => `문제 수를 1~${most} 사이의 정수로 적거나, 모두 내려면 비워 두세요.`,
  roundWithoutQuestions: '이 라운드에는 문제가 없어요. 아래에 문제를 적거나 문제집을 골라 주세요.',
  breakMessage: '쉬는 동안 모두에게 보여 줄 말을 적어 주세요.',
  minutes: (most) => `시간을 1~${most}분 사이의 정수로 적어 주세요.`,
  team: '팀을 골라 주세요.',
  winners: (most) => `당첨자를 1~${most}명 사이의 정수로 적어 주세요.`,
};

export const draftFaultWords: Record<Language, DraftFaultWords> = { ko, en };
