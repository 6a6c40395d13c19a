/** Defines the order in which test files run. */
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/**
 * Returns a sequencer that runs `projects` in the given order. In each project, files whose path contains one of `parts` run first, because a long
 * file that starts last leaves other CPUs idle.
 */
export function longestFirst(projects: readonly string[], parts: readonly string[]): TestSequencerConstructor {
  const placeOf = (at: number, { length }: readonly string[]): number => (at < 0 ? length : at);
  const rank = ({ moduleId, project }: TestSpecification): number =>
    placeOf(projects.indexOf(project.name), projects) * (parts.length + 1) +
    placeOf(
      parts.findIndex((part) => moduleId.includes(part)),
      parts,
    );
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
    }
  };
}
