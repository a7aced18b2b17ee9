/** What a host is told of a kept set that comes with its pictures, beside the words about quiz files. */
import type { Language } from '../../../protocol/http.js';
import type { ZipFault } from '../../platform/zip/zip-reader.js';

interface ArchiveWords extends Record<ZipFault, string> {
  noSet: string;
  /* Of a picture, after the number of its question. */
  missing: string;
  notHere: string;
  late: string;
  unreadable: string;
  another: string;
}

const en: ArchiveWords = {
  damaged: 'The file is not a ZIP archive that can be read: download the quiz set again',
  locked: 'The archive has a password: pack it without one',
  tooLarge: 'The archive holds far more than a quiz set with its pictures',
  noSet: 'The archive has no set.json: bring it as it was downloaded',
  missing: 'its picture is not in the archive; what it shows is told in words',
  notHere: 'its picture is not on this server; what it shows is told in words',
  late: 'there was no time for its picture: bring the file again',
  unreadable: 'its picture cannot be read',
  another: 'its picture is not the one that its name says',
};

const ko: ArchiveWords = {
  damaged: '읽을 수 있는 ZIP 파일이 아니에요: 문제집을 다시 내려받아 주세요',
  locked: 'ZIP 파일에 암호가 있어요: 암호 없이 묶어 주세요',
  tooLarge: 'ZIP 파일에 그림이 든 문제집보다 훨씬 많은 내용이 들어 있어요',
  noSet: 'ZIP 파일에 set.json이 없어요: 내려받은 그대로 올려 주세요',
  missing: '그림이 파일에 없어서 그림 설명을 글로 보여 줘요',
  notHere: '그림이 이 서버에 없어서 그림 설명을 글로 보여 줘요',
  late: '시간이 모자라 그림을 넣지 못했어요: 파일을 다시 올려 주세요',
  unreadable: '그림을 읽을 수 없어요',
  another: '그림이 이름과 맞지 않아요',
};

export const archiveWords: Record<Language, ArchiveWords> = { en, ko };
