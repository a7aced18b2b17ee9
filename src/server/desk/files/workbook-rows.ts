/** The rows of the first sheet of an .xlsx file, as a spreadsheet shows them. */
import { numberFormats } from './number-formats.js';
import { SheetRows } from './sheet-rows.js';
import type { InSlices } from './sliced-work.js';
import type { TableRow } from './table-quiz.js';
import {
  WORKBOOK_BOUNDS,
  WorkbookError,
  WorkbookParts,
  type WorkbookBounds,
} from './workbook-parts.js';
import { TextReader } from './workbook-text.js';
import { walk, XmlError } from './xml-walk.js';

/** Rejects with WorkbookError. */
export async function workbookRows(
  bytes: Uint8Array,
  inSlices: InSlices,
  bounds: WorkbookBounds = WORKBOOK_BOUNDS,
): Promise<TableRow[]> {
  try {
    return await rowsOf(bytes, inSlices, bounds);
  } catch (error) {
    throw error instanceof XmlError ? new WorkbookError(error.fault) : error;
  }
}

async function rowsOf(
  bytes: Uint8Array,
  inSlices: InSlices,
  bounds: WorkbookBounds,
): Promise<TableRow[]> {
  const parts = WorkbookParts.open(bytes, bounds);
  const needed = async (name: string): Promise<string> => {
    const text = await parts.read(name);
    if (text === undefined) throw new WorkbookError('damaged');
    return text;
  };
  const id = await inSlices(firstSheetId(await needed('xl/workbook.xml')));
  const path = await inSlices(targetOf(id, await needed('xl/_rels/workbook.xml.rels')));
  const texts = await inSlices(sharedTexts((await parts.read('xl/sharedStrings.xml')) ?? ''));
  const formats = await inSlices(numberFormats((await parts.read('xl/styles.xml')) ?? ''));
  const sheet = new SheetRows(texts, formats, bounds.textUnits);
  await inSlices(sheet.read(await needed(path)));
  return sheet.filled();
}

/** Of the first sheet that is shown. */
function* firstSheetId(xml: string): Generator<void, string | undefined> {
  let id: string | undefined;
  yield* walk(xml, {
    open: (name, attributes) => {
      if (name !== 'sheet' || id !== undefined) return;
      const { state = 'visible', ...others } = attributes();
      if (state === 'visible')
        id = Object.entries(others).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  return id;
}

function* targetOf(id: string | undefined, xml: string): Generator<void, string> {
  let target = '';
  yield* walk(xml, {
    open: (_, attributes) => {
      const { Id, Target = '' } = attributes();
      if (Id !== undefined && Id === id) target = Target;
    },
  });
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** Cells refer to these by their place. */
function* sharedTexts(xml: string): Generator<void, string[]> {
  const texts: string[] = [];
  const reader = new TextReader();
  yield* walk(xml, {
    open: (name) => {
      if (name === 'si') reader.clear();
      reader.open(name);
    },
    close: (name) => {
      if (name === 'si') texts.push(reader.text);
      reader.close(name);
    },
    text: (text) => reader.add(text),
  });
  return texts;
}
