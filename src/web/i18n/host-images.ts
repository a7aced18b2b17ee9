/** Words of pictures, which only hosts load. */
interface ImageWords {
  choose: string;
  drop: string;
  replace: string;
  remove: string;
  alt: string;
  altHow: string;
  needed: string;
  altMissing: string;
  altTells: (choice: string) => string;
  wrongType: string;
  tooLarge: string;
  uploading: (percent: number) => string;
  working: string;
  lost: (count: number) => string;
}

const ko: ImageWords = {
  choose: '그림 고르기',
  drop: '끌어다 놓거나 붙여 넣어도 돼요. JPEG, PNG, WebP, GIF, 8 MB까지',
  replace: '다른 그림',
  remove: '그림 빼기',
  alt: '그림 설명',
  altHow: '그림을 볼 수 없는 사람에게 읽어 주고, 그림이 나오지 않을 때 보여 줘요.',
  needed: '이 문제에는 그림이 있어야 해요.',
  altMissing: '그림 설명이 있어야 해요.',
  altTells: (choice) => `그림 설명에 정답이 들어 있어요: “${choice}”`,
  wrongType: 'JPEG, PNG, WebP, GIF 그림만 쓸 수 있어요.',
  tooLarge: '파일이 8 MB보다 커요.',
  uploading: (percent) => `올리는 중 ${percent}%`,
  working: '그림을 줄이는 중',
  lost: (count) => `그림 ${count}개를 불러오지 못해서, 그림 없이 설명만 나와요.`,
};

const en: ImageWords = {
  choose: 'Choose a picture',
  drop: 'Or drop or paste one here. JPEG, PNG, WebP or GIF, up to 8 MB',
  replace: 'Another picture',
  remove: 'Remove the picture',
  alt: 'What the picture shows',
  altHow: 'Read out to those who do not see it, and shown where the picture does not come.',
  needed: 'This question needs a picture.',
  altMissing: 'Say what the picture shows.',
  altTells: (choice) => `This tells the right answer, “${choice}”.`,
  wrongType: 'Only JPEG, PNG, WebP and GIF pictures can be used.',
  tooLarge: 'The file is larger than 8 MB.',
  uploading: (percent) => `Uploading, ${percent}%`,
  working: 'Making it small',
  lost: (count) =>
    `${count} ${count === 1 ? 'picture' : 'pictures'} could not be loaded. Players get the description instead.`,
};

export const imageWords = { ko, en };
