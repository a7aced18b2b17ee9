/** HTML entities become the characters that they stand for. */

/** By the first code point of a run, in which one name follows the other. */
const RUNS: [first: number, names: string][] = [
  [
    160,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
  ],
  [338, 'OElig oelig'],
  [352, 'Scaron scaron'],
  [913, 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho'],
  [931, 'Sigma Tau Upsilon Phi Chi Psi Omega'],
  [945, 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho'],
  [962, 'sigmaf sigma tau upsilon phi chi psi omega'],
  [8211, 'ndash mdash'],
  [8216, 'lsquo rsquo sbquo'],
  [8220, 'ldquo rdquo bdquo'],
  [8242, 'prime Prime'],
  [8592, 'larr uarr rarr darr harr'],
  [8800, 'ne equiv'],
  [8804, 'le ge'],
];
/** Those that XML has. */
const XML_NAMED = new Map([
  ['quot', '"'],
  ['amp', '&'],
  ['apos', "'"],
  ['lt', '<'],
  ['gt', '>'],
]);
const HTML_NAMED = new Map([
  ...RUNS.flatMap(([first, names]) =>
    names.split(' ').map((name, place) => [name, String.fromCodePoint(first + place)] as const),
  ),
  ...XML_NAMED,
  ['bull', '•'],
  ['hellip', '…'],
  ['euro', '€'],
  ['trade', '™'],
  ['minus', '−'],
  ['radic', '√'],
  ['infin', '∞'],
  ['asymp', '≈'],
]);
const LAST_CODE_POINT = 0x10_ff_ff;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,8}));/gi;

/** What is no entity of HTML stays as it is. */
export function decodeEntities(text: string): string {
  return decoded(text, HTML_NAMED);
}

/** What is no entity of XML stays as it is, such as `&nbsp;`. */
export function decodeXml(text: string): string {
  return decoded(text, XML_NAMED);
}

function decoded(text: string, named: ReadonlyMap<string, string>): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name = '') => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (code <= LAST_CODE_POINT) return String.fromCodePoint(code);
    return named.get(String(name)) ?? whole;
  });
}
