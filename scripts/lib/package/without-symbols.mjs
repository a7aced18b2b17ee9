const PROGRAM_HEADERS = 0x20;
const SECTION_HEADERS = 0x28;
const PROGRAM_HEADER_BYTES = 0x36;
const PROGRAM_HEADER_COUNT = 0x38;
const SECTION_COUNT = 0x3c;
const SECTION_NAMES = 0x3e;
/** In the header of a segment: where it begins in the file, and how long it is there. */
const OFFSET = 0x08;
const LENGTH = 0x20;

/**
 * A 64-bit ELF program without the tables behind its last segment, which only debuggers read: 15 MB of Node.js. The
 * same for every processor, and there need be no `strip`.
 */
export function withoutSymbols(program) {
  if (program.readUInt32BE(0) !== 0x7f_45_4c_46 || program[4] !== 2 || program[5] !== 1)
    throw new Error('this is no 64-bit ELF program');
  const first = Number(program.readBigUInt64LE(PROGRAM_HEADERS));
  const size = program.readUInt16LE(PROGRAM_HEADER_BYTES);
  const ends = Array.from({ length: program.readUInt16LE(PROGRAM_HEADER_COUNT) }, (_, index) => {
    const header = first + index * size;
    return Number(
      program.readBigUInt64LE(header + OFFSET) + program.readBigUInt64LE(header + LENGTH),
    );
  });
  const cut = Buffer.from(program.subarray(0, Math.max(...ends)));
  cut.writeBigUInt64LE(0n, SECTION_HEADERS);
  cut.writeUInt16LE(0, SECTION_COUNT);
  cut.writeUInt16LE(0, SECTION_NAMES);
  return cut;
}
