import type { Language } from '../../protocol/http.js';

/** Words of invitations, names and passwords, which only hosts load. */
interface AccountWords {
  signIn: string;
  operatorHow: string;
  name: string;
  password: string;
  newPassword: string;
  currentPassword: string;
  passwordHint: (least: number) => string;
  passwordRefused: string;
  wrongLogin: string;
  forgotten: string;
  tooManyTries: string;
  resetTitle: string;
  resetTold: (when: string, by: string) => string;
  resetSeen: string;
  signOutEverywhere: string;
  changePassword: string;
  changed: string;
  welcome: string;
  welcomeHow: (role: 'host' | 'admin') => string;
  resetHow: (name: string) => string;
  begin: string;
  notNow: string;
  inviteOver: string;
  nameTaken: string;
  people: string;
  invite: string;
  note: string;
  roles: Record<'host' | 'admin', string>;
  makeInvite: string;
  inviteLink: string;
  inviteHow: (until: string) => string;
  hide: string;
  openInvites: string;
  forReset: (name: string) => string;
  until: (when: string) => string;
  revoke: string;
  hosts: string;
  noHosts: string;
  self: string;
  disabled: string;
  keeps: (sets: number, megabytes: string) => string;
  resetLink: string;
  disable: string;
  enable: string;
  remove: string;
  removeHow: (sets: number) => string;
  removeForGood: string;
  removeConfirm: (name: string) => string;
}

const ko: AccountWords = {
  signIn: '로그인',
  operatorHow:
    '서버를 운영한다면 npm start를 실행한 터미널에 나온 “your questions” 링크를 이 브라우저에서 열어 주세요. 게임을 진행하는 데에는 로그인이 필요 없어요.',
  name: '이름',
  password: '비밀번호',
  newPassword: '새 비밀번호',
  currentPassword: '지금 비밀번호',
  passwordHint: (least) => `${least}자 이상, 이름과 다르게`,
  passwordRefused: '이름이 올바르지 않거나, 비밀번호가 너무 짧거나 이름과 같아요.',
  wrongLogin: '이름이나 비밀번호가 맞지 않거나, 사용이 중지된 계정이에요.',
  forgotten: '비밀번호를 잊었나요? 이 서버를 운영하는 사람에게 새 비밀번호 링크를 부탁하세요.',
  tooManyTries:
    '1분에 다섯 번까지만 시도할 수 있어요. 잊었나요? 이 서버를 운영하는 사람에게 물어보세요.',
  resetTitle: '새 비밀번호',
  resetTold: (when, by) =>
    `${when}에 이 계정의 비밀번호가 링크로 바뀌었어요. 링크를 만든 사람: ${by === '' ? '서버 운영자' : `관리자 “${by}”`}. 부탁한 적이 없다면 서버를 운영하는 사람에게 알려 주세요.`,
  resetSeen: '확인했어요',
  signOutEverywhere: '모든 곳에서 로그아웃',
  changePassword: '비밀번호 바꾸기',
  changed: '비밀번호를 바꿨어요. 다른 브라우저는 모두 로그아웃되었어요.',
  welcome: '초대를 받았어요',
  welcomeHow: (role) =>
    role === 'admin'
      ? '이름과 비밀번호를 정하면 문제집을 저장하고 다른 사람을 초대할 수 있어요.'
      : '이름과 비밀번호를 정하면 이 서버에 문제집을 저장할 수 있어요.',
  resetHow: (name) => `“${name}” 계정의 새 비밀번호를 정해 주세요.`,
  begin: '시작하기',
  notNow: '나중에',
  inviteOver: '이미 썼거나 취소되었거나 기한이 지난 초대예요. 새 초대를 부탁해 주세요.',
  nameTaken: '그 이름을 쓰는 사람이 있어요. 다른 이름을 골라 주세요.',
  people: '사람과 초대',
  invite: '초대하기',
  note: '누구를 위한 초대인가요?',
  roles: { host: '진행자: 문제집을 저장해요', admin: '관리자: 초대와 계정 관리도 해요' },
  makeInvite: '초대 링크 만들기',
  inviteLink: '초대 링크',
  inviteHow: (until) => `한 번만 쓸 수 있고 ${until}까지예요. 지금만 보여요.`,
  hide: '숨기기',
  openInvites: '아직 쓰지 않은 초대',
  forReset: (name) => `${name}: 새 비밀번호`,
  until: (when) => `${when}까지`,
  revoke: '취소',
  hosts: '초대로 들어온 사람',
  noHosts: '아직 아무도 없어요.',
  self: '나',
  disabled: '중지됨',
  keeps: (sets, megabytes) => `문제집 ${sets}개, ${megabytes} MB`,
  resetLink: '새 비밀번호 링크',
  disable: '사용 중지',
  enable: '다시 사용',
  remove: '계정 지우기',
  removeHow: (sets) => `문제집 ${sets}개도 함께 지워지고 되돌릴 수 없어요.`,
  removeForGood: '완전히 지우기',
  removeConfirm: (name) => `“${name}” 계정과 그 문제집을 정말 지울까요?`,
};

const en: AccountWords = {
  signIn: 'Sign in',
  operatorHow:
    'If you run this server, open the link “your questions” in this browser. The terminal in which npm start runs shows it. Hosting a game needs no sign-in.',
  name: 'Name',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  passwordHint: (least) => `At least ${least} characters, and not your name`,
  passwordRefused: 'This is not a name, or the password is too short or is the name.',
  wrongLogin: 'The name or the password is not right, or the account is switched off.',
  forgotten: 'Forgotten your password? Ask who runs this server for a link to a new one.',
  tooManyTries: 'Five tries a minute. Forgotten? Ask who runs this server.',
  resetTitle: 'A new password',
  resetTold: (when, by) =>
    `On ${when}, this account got a new password by a link that ${by === '' ? 'whoever runs this server' : `the admin “${by}”`} made. If you did not ask for that, tell whoever runs this server.`,
  resetSeen: 'I have seen it',
  signOutEverywhere: 'Sign out everywhere',
  changePassword: 'Change the password',
  changed: 'The password is changed. All other browsers are signed out.',
  welcome: 'You are invited',
  welcomeHow: (role) =>
    role === 'admin'
      ? 'Choose a name and a password to save quiz sets here and to invite others.'
      : 'Choose a name and a password to save quiz sets on this server.',
  resetHow: (name) => `Choose a new password for “${name}”.`,
  begin: 'Begin',
  notNow: 'Not now',
  inviteOver:
    'This invitation was used or taken back, or it has expired. Please ask for a new one.',
  nameTaken: 'Somebody has this name. Please choose another.',
  people: 'People and invitations',
  invite: 'Invite somebody',
  note: 'For whom is it?',
  roles: { host: 'Host: saves quiz sets', admin: 'Admin: also invites, and ends accounts' },
  makeInvite: 'Make an invitation link',
  inviteLink: 'Invitation link',
  inviteHow: (until) => `It works once, until ${until}, and is shown only now.`,
  hide: 'Hide it',
  openInvites: 'Invitations not used yet',
  forReset: (name) => `${name}: new password`,
  until: (when) => `until ${when}`,
  revoke: 'Take back',
  hosts: 'People who were invited',
  noHosts: 'Nobody yet.',
  self: 'you',
  disabled: 'switched off',
  keeps: (sets, megabytes) =>
    (sets === 1 ? '1 quiz set' : `${sets} quiz sets`) + `, ${megabytes} MB`,
  resetLink: 'Link for a new password',
  disable: 'Switch off',
  enable: 'Switch on',
  remove: 'Delete the account',
  removeHow: (sets) =>
    sets === 1
      ? 'One quiz set is deleted, too, and cannot be brought back.'
      : `${sets} quiz sets are deleted, too, and cannot be brought back.`,
  removeForGood: 'Delete for good',
  removeConfirm: (name) => `Delete the account “${name}” and its quiz sets?`,
};

export const accountWords: Record<Language, AccountWords> = { ko, en };
