/** Collects the positions of each stem in one record. The memory is reused for the next record. */

type Occurrences = {
  /** Clears the positions for the next record. */
  clear(): void;
  /** Creates a slot for the positions of a stem, stores `term` in it and returns the number of the slot. */
  open(term: number): number;
  add(slot: number, position: number): void;
  /** Returns the number of stems. */
  count(): number;
  term(slot: number): number;
  /** Writes the ascending positions of a stem into `into` and returns their number. */
  read(slot: number, into: number[]): number;
};

export function createOccurrences(): Occurrences {
  let terms = new Int32Array(256);
  let firsts = new Int32Array(256);
  let lasts = new Int32Array(256);
  let positions = new Int32Array(1024);
  /** Linked lists: the index of the next position of the same stem, or -1 for the last position. */
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
        // Insertion sort, because positions arrive field by field and few of them are out of order.
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
