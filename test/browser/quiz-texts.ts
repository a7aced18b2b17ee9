/** What the host of the walk brings. */

export const QUIZ_FILE = [
  'question,answer,choice1,choice2,choice3,choice4,choice5,choice6,choice7,choice8,choice9,choice10,seconds',
  `"Which of these ten${', maybe'.repeat(35)}?",right,right,2,3,4,5,6,7,8,9,10,120`,
  // As long, as the order is drawn.
  `"Which of these four${', maybe'.repeat(35)}?",right,right,left,up,down,,,,,,,120`,
].join('\n');

/** By what the page tells of it. */
export const PASTED = {
  problem: `question,answer,choice1,choice2${'\ncolour?,,red,blue'.repeat(20)}`,
  skipped: 'Sky?\n*blue\nred\n\nSea?\nwet',
};
