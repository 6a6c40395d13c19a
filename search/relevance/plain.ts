/** Baseline for relevance measurements: BM25 (k1 1.2, b 0.75) over unstemmed words, any of which may match. */

/** Returns a search function over the documents, which returns at most 50 identifiers, best first. */
export function plainBm25(documents: readonly { id: string; text: string }[]): (query: string) => string[] {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map(({ text }, document) => {
    const all = words(text);
    for (const word of all) {
      const list = postings.get(word) ?? new Map<number, number>();
      postings.set(word, list.set(document, (list.get(document) ?? 0) + 1));
    }
    return all.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return (query) => {
    const scores = new Map<number, number>();
    for (const list of words(query).map((word) => postings.get(word) ?? new Map<number, number>())) {
      const rarity = Math.log(1 + (documents.length - list.size + 0.5) / (list.size + 0.5));
      for (const [document, count] of list) {
        const share = (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * lengths[document]!) / mean));
        scores.set(document, (scores.get(document) ?? 0) + rarity * share);
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 50)
      .map(([document]) => documents[document]!.id);
  };
}
