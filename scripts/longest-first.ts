/** The order of test files. */
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** A sequencer for which files whose path has one of these parts begin before all others: one that began last would keep one processor while the others rest. */
export function longestFirst(parts: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification): number => {
    const at = parts.findIndex((part) => moduleId.includes(part));
    return at < 0 ? parts.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
    }
  };
}
