import '../button.css';
import './segment.css';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  /** True to arrange the options in two columns, for a side panel. */
  narrow?: boolean;
};

/** Maximum label length for which four options fit side by side on a phone. */
const LONG = 10;

/** Segmented control with a few options side by side, of which one is selected. */
export function Segment<V extends string>({ label, value, options, onChange, narrow = false }: Props<V>) {
  const many = options.length > 4 || (options.length === 4 && options.some(({ label: words }) => words.length > LONG));
  return (
    <div className="segment" data-many={(many && !narrow) || undefined} data-narrow={narrow || undefined} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="btn segment-cell"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
