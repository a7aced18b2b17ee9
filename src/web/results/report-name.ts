import type { JudgedName } from '../../protocol/judged-name.js';
import type { ReportQuestion } from '../../protocol/results.js';

export function nameIn({ number, part, drops }: ReportQuestion): JudgedName {
  return { question: number, part, drops };
}
