/** What somebody reads who is out of a room; loaded then, as the server has just told it. */
const ko = {
  overTitle: '지금은 들어갈 수 없어요',
  noRoomTitle: '방을 찾을 수 없어요',
  fullTitle: '빈자리가 없어요',
  lockedTitle: '방이 잠겨 있어요',
  kickedTitle: '방에서 내보내졌어요',
  dismissedTitle: '진행자가 이 큰 화면을 닫았어요',
  dismissedText: '실수로 닫았다면 다시 연결해 주세요.',
  replacedTitle: '다른 곳에서 열렸어요',
  replacedText: '다른 탭이나 기기에서 이 방을 열었어요. 한 번에 한 곳에서만 할 수 있어요.',
  takeBack: '여기서 계속하기',
  goneText: '이 방은 이제 없어요. 새 방을 만들거나 다른 방에 들어가 주세요.',
  notices: {
    COCKPIT_ENDED: '이제 이 방을 진행할 수 없어요. 방을 만든 사람이 권한을 거두었어요.',
    ROOM_CLOSED: '진행자가 닫았거나 오랫동안 아무 일이 없어서 닫혔어요.',
    TICKET_ENDED: '진행자가 이 입장권을 새로 발급했어요. 새 입장권으로 들어와 주세요.',
    REMOVED: '진행자가 여러 사람을 한꺼번에 내보냈어요. 다시 들어와도 돼요.',
    ROOM_LOST: '서버에서 이 방이 사라졌어요. 새로 만들어 주세요.',
  },
};

const en: typeof ko = {
  overTitle: 'You cannot join right now',
  noRoomTitle: 'Room not found',
  fullTitle: 'All seats are taken',
  lockedTitle: 'The room is locked',
  kickedTitle: 'You were removed',
  dismissedTitle: 'The host has closed this big screen',
  dismissedText: 'If that was a mistake, connect again.',
  replacedTitle: 'You are playing somewhere else',
  replacedText:
    'You opened this room in another tab or on another device. You can play in one place at a time.',
  takeBack: 'Play here',
  goneText: 'This room does not exist any more. Please create a new one or join another.',
  notices: {
    COCKPIT_ENDED: 'You do not run this room any more. Whoever created it has ended that.',
    ROOM_CLOSED: 'The host closed it, or nothing had happened in it for a long time.',
    TICKET_ENDED: 'The host has made a new ticket in place of yours. Come in with the new one.',
    REMOVED: 'The host has removed many people at once. You may come in again.',
    ROOM_LOST: 'The server has lost this room. Please create a new one.',
  },
};

export const endedWords = { ko, en };
