/** Emoji of Unicode 11 and older, which the phones in a hall can draw, without skin tones or flags. */
const FACES = [
  '🐯 🐰 🦊 🐻 🐼 🐨 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🐤',
  '🦆 🦅 🦉 🐺 🐗 🐴 🦄 🐝 🐛 🦋 🐌 🐞 🐢 🐙 🦑',
  '🦐 🦀 🐡 🐠 🐬 🐳 🐊 🦓 🦍 🐘 🦏 🐪 🦒 🐃 🐏',
  '🐑 🐐 🦌 🐕 🐈 🐓 🦃 🦚 🦜 🐇 🦝 🦔 🐉 🦕 🦖',
  '🐭 🐹 🐱 🐶 🦈 🐟 🦎 🐍 🦂 🍎 🍊 🍋 🍉 🍇 🍓',
  '🍒 🍑 🍍 🥝 🥑 🥕 🌽 🥦 🍄 🌰 🍞 🥐 🧀 🍙 🍩',
  '🍪 🎂 🌵 🌷 🌻 🌹 🍁 🍀 ⭐ 🌙 🔥 🌈 ⛄ 🎈 🎃',
].flatMap((row) => row.split(' '));

/** Ground colours behind the emoji: who shares an emoji with somebody still differs in this. */
const GROUNDS = ['#fff6e6', '#dbe7f7', '#fbdccd', '#d9ecd8', '#fbeab9', '#e5daf3', '#d0ebe8'];

export interface Avatar {
  emoji: string;
  ground: string;
}

/** The same everywhere for a slot, so that everybody knows a player by the same face. */
export function avatarFor(slot: number): Avatar {
  const emoji = FACES[slot % FACES.length] ?? '🙂';
  const ground = GROUNDS[(slot + Math.floor(slot / FACES.length)) % GROUNDS.length] ?? '#fff6e6';
  return { emoji, ground };
}
