/** Words about what a question is worth, pauses, and why somebody is ahead. */
export const order = {
  doublePoints: '점수 2배',
  justForFun: '재미로 푸는 문제',
  opinion: '의견 묻기',
  explanation: '해설',
  severalRight: (count: number) => `정답 ${count}개`,
  curtain: '문제를 잠시 가렸어요',
  breakTime: '쉬는 시간',
  blindNow: '다른 사람 위치는 시간이 끝나면 보여요',
};
