/** Draws a chart with Recharts. Loaded only when a chart is shown (docs/decisions/0111-charts-with-recharts.md). */
import { type KeyboardEvent as KeyPress, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Bar, BarChart, CartesianGrid, Text, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { heightOf, MAX_CHART_ROWS, type ChartKind, type ChartRow } from './chart-row.ts';
import { valueTicks } from './value-ticks.ts';
import './chart.css';

type Drawn = ChartRow & { withheld: number | null };
type Tick = { x: number | string; y: number | string; payload: { value: string } };

/** Width in pixels until the actual width is measured. */
const WIDTH = 640;
/** Width in pixels of a month label. */
const MONTH = 40;
/** Maximum share of the width used for names. */
const NAMES = 0.4;
/** Text style with the font size of `chart-word`. Recharts needs it to measure text before rendering. */
const WORDS = { fontSize: 'var(--text-13)' };

/** Shows bars that the user can step through with arrow keys and that are announced. `describedBy` is the id of the hint about the keys. */
export function ChartDrawing({
  label,
  kind,
  rows,
  describedBy,
}: {
  label: string;
  kind: ChartKind;
  rows: readonly ChartRow[];
  describedBy: string;
}) {
  const { locale } = useT();
  const pattern = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidthOf(frame);
  const [status, setStatus] = useState('');
  const lying = kind === 'names';
  const walkLying = useLyingKeys();
  const ticks = valueTicks(Math.max(0, ...rows.map(({ value }) => value ?? 0)));
  const top = ticks.at(-1)!;
  const data: Drawn[] = rows.slice(0, MAX_CHART_ROWS).map((row) => ({ ...row, withheld: row.value === null ? top : null }));
  const byKey = new Map(data.map((row, i) => [row.key, { row, i }]));
  // Labels only every second or further month if there is no space for all.
  const every = lying ? 1 : Math.max(1, Math.ceil((MONTH * data.length) / Math.max(1, width - MONTH)));
  const names = Math.min(200, Math.round(width * NAMES));
  const values = {
    type: 'number' as const,
    domain: [0, top],
    ticks,
    tickFormatter: (value: number) => formatNumber(value, locale),
    tick: { className: 'chart-word', style: WORDS },
    axisLine: false,
    tickLine: false,
  };
  const drawMonth = ({ x, y, payload }: Tick) => {
    const found = byKey.get(payload.value);
    if (!found) return <g />;
    const [first, second] = found.row.axis ?? [found.row.name, ''];
    // Shows the year only on the first label and where the year changes.
    const before = data[found.i - every]?.axis?.[1];
    return (
      <text className="chart-word" x={x} y={y} textAnchor="middle">
        <tspan x={x} dy="1em">
          {first}
        </tspan>
        {second !== before && (
          <tspan x={x} dy="1.25em">
            {second}
          </tspan>
        )}
      </text>
    );
  };
  const drawName = ({ x, y, payload }: Tick) => (
    <Text className="chart-word" x={x} y={y} width={names - 12} maxLines={2} textAnchor="end" verticalAnchor="middle" style={WORDS}>
      {byKey.get(payload.value)?.row.name ?? ''}
    </Text>
  );
  return (
    <div ref={frame} className="chart-drawing" onKeyDownCapture={lying ? walkLying : undefined}>
      <BarChart
        accessibilityLayer
        aria-label={label}
        aria-describedby={describedBy}
        width={width}
        height={heightOf(kind, data.length)}
        layout={lying ? 'vertical' : 'horizontal'}
        data={data}
        margin={{ top: 12, right: 16, bottom: 0, left: 4 }}
        barCategoryGap="20%"
      >
        <defs>
          <pattern id={pattern} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line className="chart-hatch" x1="0" y1="0" x2="0" y2="8" />
          </pattern>
        </defs>
        <CartesianGrid className="chart-grid" horizontal={!lying} vertical={lying} />
        {lying ? (
          <>
            <XAxis {...values} height={28} />
            <YAxis type="category" dataKey="key" width={names} interval={0} tick={drawName} axisLine={false} tickLine={false} />
          </>
        ) : (
          <>
            <XAxis dataKey="key" height={44} interval={every - 1} tick={drawMonth} axisLine={false} tickLine={false} />
            <YAxis {...values} width="auto" />
          </>
        )}
        <Tooltip
          cursor={{ className: 'chart-cursor' }}
          filterNull={false}
          isAnimationActive={false}
          content={({ active, payload }) => (
            <Tip row={active ? (payload[0]?.payload as Drawn | undefined) : undefined} onStatus={setStatus} />
          )}
        />
        <Bar dataKey="value" stackId="all" className="chart-bar" isAnimationActive={false} maxBarSize={48} />
        <Bar
          dataKey="withheld"
          stackId="all"
          className="chart-withheld"
          fill={`url(#${pattern})`}
          isAnimationActive={false}
          maxBarSize={48}
        />
      </BarChart>
      <p className="sr" role="status">
        {status}
      </p>
    </div>
  );
}

/** Shows the value under the pointer or the keyboard focus, and passes it on for the announcement. */
function Tip({ row, onStatus }: { row: ChartRow | undefined; onStatus: (words: string) => void }) {
  const words = row ? `${row.name}: ${row.words}` : '';
  useEffect(() => onStatus(words), [onStatus, words]);
  if (!row) return null;
  return (
    <div className="chart-tip" aria-hidden="true">
      <span>{row.name}</span> <b>{row.words}</b>
    </div>
  );
}

/** Maps arrow keys to the two keys that Recharts supports. In charts with horizontal bars, Recharts moves to the next bar on ArrowLeft. */
const LYING_KEYS: Record<string, string> = {
  ...{ ArrowDown: 'ArrowLeft', ArrowRight: 'ArrowLeft' },
  ...{ ArrowUp: 'ArrowRight', ArrowLeft: 'ArrowRight' },
};

function useLyingKeys(): (event: KeyPress<HTMLElement>) => void {
  const passing = useRef(false);
  return (event) => {
    const key = LYING_KEYS[event.key];
    if (!key || passing.current) return;
    event.preventDefault();
    event.stopPropagation();
    passing.current = true;
    event.target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    passing.current = false;
  };
}

function useWidthOf(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(WIDTH);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => setWidth(Math.floor(element.clientWidth) || WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
