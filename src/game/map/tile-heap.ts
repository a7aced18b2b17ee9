/** Tiles by what a way over them costs at least: the cheapest comes out first. A tile may be in it several times. */
export class TileHeap {
  private readonly tiles: number[] = [];
  private readonly costs: number[] = [];

  get isEmpty(): boolean {
    return this.tiles.length === 0;
  }

  clear(): void {
    this.tiles.length = this.costs.length = 0;
  }

  push(tile: number, cost: number): void {
    const { tiles, costs } = this;
    let at = tiles.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((costs[parent] as number) <= cost) break;
      tiles[at] = tiles[parent] as number;
      costs[at] = costs[parent] as number;
      at = parent;
    }
    tiles[at] = tile;
    costs[at] = cost;
  }

  /** The heap must not be empty. */
  pop(): number {
    const { tiles, costs } = this;
    const top = tiles[0] as number;
    const tile = tiles.pop() as number;
    const cost = costs.pop() as number;
    const { length } = tiles;
    if (length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      if (child + 1 < length && (costs[child + 1] as number) < (costs[child] as number)) child++;
      if ((costs[child] as number) >= cost) break;
      tiles[at] = tiles[child] as number;
      costs[at] = costs[child] as number;
      at = child;
    }
    tiles[at] = tile;
    costs[at] = cost;
    return top;
  }
}
