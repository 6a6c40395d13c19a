/** Recent searches of the user, stored on this device. They are cleared on sign-out or when another user signs in. */
const KEY = 'recentSearches';
const MAX = 5;

type Kept = { person: string; words: string[] };

function read(): Kept | null {
  try {
    const { person, words } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<Kept>;
    if (typeof person !== 'string' || !Array.isArray(words)) return null;
    return { person, words: words.filter((each) => typeof each === 'string') };
  } catch {
    return null;
  }
}

/** Returns the recent searches of the user, newest first. */
export function recentSearches(person: string): readonly string[] {
  const stored = read();
  return stored?.person === person ? stored.words : [];
}

export function addRecentSearch(person: string, text: string): void {
  if (text === '') return;
  const others = recentSearches(person).filter((each) => each.toLowerCase() !== text.toLowerCase());
  localStorage.setItem(KEY, JSON.stringify({ person, words: [text, ...others].slice(0, MAX) } satisfies Kept));
}

export const forgetSearches = (): void => localStorage.removeItem(KEY);
