/** Positions of the stems of one record. The memory is reused for the next record. */

type Occurrences = {
  /** Clears the positions for the next record. */
  clear(): void;
  /** Returns the slot for the positions of a stem, and stores `term` with it. */
  open(term: number): number;
  add(slot: number, position: number): void;
  /** Returns the number of stems. */
  count(): number;
  term(slot: number): number;
  /** Writes the positions of a stem, ascending; returns their number. */
  read(slot: number, into: number[]): number;
};

export function createOccurrences(): Occurrences {
  let terms = new Int32Array(256);
  let firsts = new Int32Array(256);
  let lasts = new Int32Array(256);
  let positions = new Int32Array(1024);
  /** For each position the index of the next one of the same stem, -1 at the end. */
  let nexts = new Int32Array(1024);
  let stems = 0;
  let places = 0;
  return {
    clear() {
      stems = 0;
      places = 0;
    },
    open(term) {
      if (stems === terms.length) [terms, firsts, lasts] = [doubleCapacity(terms), doubleCapacity(firsts), doubleCapacity(lasts)];
      terms[stems] = term;
      firsts[stems] = -1;
      return stems++;
    },
    add(slot, position) {
      if (places === positions.length) [positions, nexts] = [doubleCapacity(positions), doubleCapacity(nexts)];
      positions[places] = position;
      nexts[places] = -1;
      if (firsts[slot] === -1) firsts[slot] = places;
      else nexts[lasts[slot]!] = places;
      lasts[slot] = places++;
    },
    count: () => stems,
    term: (slot) => terms[slot]!,
    read(slot, into) {
      let n = 0;
      for (let at = firsts[slot]!; at !== -1; at = nexts[at]!) {
        // Positions arrive field by field, so few are out of order.
        const position = positions[at]!;
        let to = n++;
        for (; to > 0 && into[to - 1]! > position; to--) into[to] = into[to - 1]!;
        into[to] = position;
      }
      return n;
    },
  };
}

function doubleCapacity(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}
