/**
 * Finds code that compares the kind of a question with a literal. Each such place has to be found again for every new
 * kind, and no compiler names it: what depends on a kind is asked of `KINDS`, or of what the kind has for itself.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';

const TABLE = 'src/protocol/question.ts';
/** Where what a kind has for itself is, and what its floor and its judgement know. */
const OWN = [
  TABLE,
  'src/game/kinds/',
  'src/server/desk/files/kinds/',
  'src/web/kinds/',
  'src/web/desk/edit/kinds/',
];
/** What is right is told under the names of three kinds, each for one way of judging. */
const SOLUTIONS = ['RightChoices', 'RightNumber', 'RightPlaces'];

/** `files` are paths from `root`, of TypeScript and Svelte. Returns a line for each place. */
export function kindComparisons(root, files) {
  const others = files.filter((file) => !OWN.some((own) => file.startsWith(own)));
  const typed = others.filter((file) => file.endsWith('.ts'));
  const options = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const program = ts.createProgram(
    [TABLE, ...typed].map((file) => `${root}/${file}`),
    options,
  );
  const kinds = kindsOf(program, `${root}/${TABLE}`);
  const found = typed.flatMap((file) => inTypeScript(program, `${root}/${file}`, kinds));
  const pages = others.filter((file) => file.endsWith('.svelte'));
  found.push(...pages.flatMap((file) => inPage(`${root}/${file}`, kinds)));
  return found.map(({ file, line, text }) => {
    return `${relative(root, file)}:${line}: ${text} compares the kind of a question; ask KINDS or the kind's own file`;
  });
}

/** The literals of `QuestionKind`. */
function kindsOf(program, table) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(table);
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
  const kind = checker.getDeclaredTypeOfSymbol(
    exported.find(({ name }) => name === 'QuestionKind'),
  );
  return new Set(literalsOf(kind));
}

/** Undefined where a type is not made of strings that are written out. */
function literalsOf(type) {
  const parts = type.isUnion() ? type.types : [type];
  const rest = parts.filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
  return rest.length > 0 && rest.every((part) => part.isStringLiteral())
    ? rest.map(({ value }) => value)
    : undefined;
}

function inTypeScript(program, file, kinds) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const found = [];

  /** As it was declared, as what is left of it in one branch may be the literals of something else. */
  const declaredType = (expression) => {
    const symbol = checker.getSymbolAtLocation(
      ts.isPropertyAccessExpression(expression) ? expression.name : expression,
    );
    return symbol === undefined
      ? checker.getTypeAtLocation(expression)
      : checker.getTypeOfSymbol(symbol);
  };
  const isOfSolution = (expression) => {
    const symbol = checker.getSymbolAtLocation(expression);
    const binding = symbol?.valueDeclaration;
    const owner = ts.isPropertyAccessExpression(expression)
      ? checker.getTypeAtLocation(expression.expression)
      : binding && ts.isBindingElement(binding) && checker.getTypeAtLocation(binding.parent);
    if (!owner) return false;
    const parts = owner.isUnion() ? owner.types : [owner];
    return parts
      .filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)))
      .every((part) => SOLUTIONS.includes((part.aliasSymbol ?? part.symbol)?.name));
  };
  const isKind = (expression) => {
    const literals = literalsOf(declaredType(expression));
    return literals?.every((literal) => kinds.has(literal)) === true && !isOfSolution(expression);
  };
  const isLiteral = (node) => ts.isStringLiteralLike(node) && kinds.has(node.text);
  const tell = (node) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ file, line, text: node.getText().split('\n')[0] });
  };

  const visit = (node) => {
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) {
      const { left, right } = node;
      if ((isLiteral(left) && isKind(right)) || (isLiteral(right) && isKind(left))) tell(node);
    }
    if (
      ts.isCaseClause(node) &&
      isLiteral(node.expression) &&
      isKind(node.parent.parent.expression)
    )
      tell(node.expression);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const list = node.expression.expression;
      const isList = ts.isArrayLiteralExpression(list) && list.elements.some(isLiteral);
      if (isList && node.arguments.some(isKind)) tell(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Pages are read as text: their compiler gives no types for what stands between tags. */
function inPage(file, kinds) {
  const literal = `'(?:${[...kinds].join('|')})'`;
  const comparison = new RegExp(
    `(?:(\\w+)\\??\\.)?\\bkind\\s*[!=]==\\s*${literal}|case ${literal}`,
    'g',
  );
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(comparison)]
        .filter(([, owner]) => owner === undefined || !/solution$/i.test(owner))
        .map(([match]) => ({ file, line: index + 1, text: match })),
    );
}
