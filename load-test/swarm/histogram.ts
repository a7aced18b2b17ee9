/** What the report shows of a set of samples; all zero when there are none. */
export interface Summary {
  count: number;
  mean: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Keeps every sample, so that percentiles are exact; 8 bytes a sample. */
export class Histogram {
  #samples = new Float64Array(1024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  record(value: number): void {
    if (this.#count === this.#samples.length) {
      const larger = new Float64Array(this.#samples.length * 2);
      larger.set(this.#samples);
      this.#samples = larger;
    }
    this.#samples[this.#count++] = value;
  }

  /** Nearest-rank percentiles, rounded to hundredths of the sample's unit. */
  summary(): Summary {
    const sorted = this.#samples.slice(0, this.#count).sort();
    const rank = (share: number): number =>
      round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
    let sum = 0;
    for (const value of sorted) sum += value;
    return {
      count: sorted.length,
      mean: round(sorted.length === 0 ? 0 : sum / sorted.length),
      p50: rank(0.5),
      p95: rank(0.95),
      p99: rank(0.99),
      max: rank(1),
    };
  }
}

export function round(value: number, decimals = 2): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
