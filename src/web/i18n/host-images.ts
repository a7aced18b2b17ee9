/** Words of pictures, which only hosts load. */
interface ImageWords {
  choose: string;
  drop: string;
  replace: string;
  remove: string;
  alt: string;
  altHow: string;
  altMissing: string;
  wrongType: string;
  tooLarge: string;
  uploading: (percent: number) => string;
  working: string;
  waits: string;
  lost: (count: number) => string;
}

const ko: ImageWords = {
  choose: '그림 고르기',
  drop: '끌어다 놓거나 붙여 넣어도 돼요. JPEG, PNG, WebP, GIF, 8 MB까지',
  replace: '다른 그림',
  remove: '그림 빼기',
  alt: '그림 설명',
  altHow: '그림을 볼 수 없는 사람에게 읽어 주고, 그림이 나오지 않을 때 보여 줘요.',
  altMissing: '설명이 없으면 그림을 볼 수 없는 사람은 이 문제를 풀기 어려워요.',
  wrongType: 'JPEG, PNG, WebP, GIF 그림만 쓸 수 있어요.',
  tooLarge: '파일이 8 MB보다 커요.',
  uploading: (percent) => `올리는 중 ${percent}%`,
  working: '그림을 줄이는 중',
  waits: '차례를 기다리는 중',
  lost: (count) => `그림 ${count}개를 불러오지 못해서, 그림 없이 설명만 나와요.`,
};

const en: ImageWords = {
  choose: 'Choose a picture',
  drop: 'Or drop or paste one here. JPEG, PNG, WebP or GIF, up to 8 MB',
  replace: 'Another picture',
  remove: 'Remove the picture',
  alt: 'What the picture shows',
  altHow: 'Read out to those who do not see it, and shown where the picture does not come.',
  altMissing: 'Without these words, who does not see the picture can hardly answer.',
  wrongType: 'Only JPEG, PNG, WebP and GIF pictures can be used.',
  tooLarge: 'The file is larger than 8 MB.',
  uploading: (percent) => `Uploading, ${percent}%`,
  working: 'Making it small',
  waits: 'Waiting for its turn',
  lost: (count) =>
    `${count} ${count === 1 ? 'picture' : 'pictures'} could not be loaded. Players get the description instead.`,
};

export const imageWords = { ko, en };
