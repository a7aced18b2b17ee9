/** The languages of pages that are written from right to left. */
const FROM_RIGHT = /^(?:ar|dv|fa|he|ps|ug|ur|yi)\b/;

/** The `dir` of `<html>`, by the tag of its language. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  FROM_RIGHT.test(language) ? 'rtl' : 'ltr';
