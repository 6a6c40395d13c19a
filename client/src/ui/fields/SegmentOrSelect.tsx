import { usePhone } from '../use-width.ts';
import { Segment } from './Segment.tsx';
import { Select } from './Select.tsx';
import { SelectField } from './SelectField.tsx';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  /** True to show no label above the select, for example above a list. */
  bare?: boolean;
};

/** Maximum number of options that fit side by side on a phone. */
const MAX_IN_ROW = 3;

/** Segmented control, or a select on phones if its options would wrap into several rows. */
export function SegmentOrSelect<V extends string>({ bare = false, ...choice }: Props<V>) {
  const phone = usePhone();
  if (!phone || choice.options.length <= MAX_IN_ROW) return <Segment {...choice} />;
  return bare ? <Select {...choice} /> : <SelectField {...choice} />;
}
