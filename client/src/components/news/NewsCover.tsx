import type { NewsCard } from '@fundus/contract/news/news';
import type { CSSProperties } from 'react';
import './news.css';

type Props = {
  news: Pick<NewsCard, 'cover' | 'category' | 'id'>;
  /** True if the picture is visible without scrolling, so that it is loaded eagerly. */
  eager?: boolean;
};

/** Shows the picture of a news item, or a drawing in the colour of its category. */
export function NewsCover({ news: { cover, category, id }, eager = false }: Props) {
  if (cover)
    return (
      <span className="news-cover">
        <img
          src={cover.href}
          alt={cover.alt}
          width={cover.width}
          height={cover.height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
        />
      </span>
    );
  const sheets = SHEETS[numberOf(id) % SHEETS.length]!;
  const colour = { '--h': category ? HUES[numberOf(category.slug) % HUES.length] : 255, '--c': category ? 1 : 0.35 } as CSSProperties;
  return (
    <span className="news-cover news-board" data-subject="news" style={colour} aria-hidden="true">
      <svg viewBox="0 0 400 226" preserveAspectRatio="xMidYMid slice">
        {sheets.map(({ x, y, turn, head }, i) => (
          <g key={i} transform={`translate(${x} ${y}) rotate(${turn})`}>
            <path className="news-board-shade" d="M-52 -62h108v132h-108z" />
            <path className="news-board-sheet" d="M-56 -68h108v132h-108z" />
            {head ? (
              <path className="news-board-head" d="M-42 -46h80v44h-80z" />
            ) : (
              <path className="news-board-head" d="M-42 -46h56v12h-56z" />
            )}
            <path
              className="news-board-lines"
              d={head ? 'M-42 16h80M-42 32h80M-42 48h48' : 'M-42 -16h80M-42 0h80M-42 16h80M-42 32h80M-42 48h34'}
            />
            <circle className="news-board-pin" cx="-2" cy="-60" r="6" />
          </g>
        ))}
      </svg>
    </span>
  );
}

const HUES = [250, 28, 165, 300, 60, 210, 345];

const SHEETS = [
  [
    { x: 110, y: 134, turn: -7, head: false },
    { x: 292, y: 126, turn: 6, head: false },
    { x: 200, y: 112, turn: 1, head: true },
  ],
  [
    { x: 286, y: 138, turn: 8, head: true },
    { x: 132, y: 116, turn: -3, head: true },
  ],
  [
    { x: 88, y: 118, turn: 4, head: true },
    { x: 206, y: 134, turn: -5, head: false },
    { x: 318, y: 112, turn: 3, head: true },
  ],
  [
    { x: 136, y: 138, turn: -9, head: false },
    { x: 250, y: 114, turn: 3, head: true },
  ],
] as const;

/** Returns a number that is always the same for the same text. */
function numberOf(words: string): number {
  let sum = 7;
  for (const letter of words) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003;
  return sum;
}
