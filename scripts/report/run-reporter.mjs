/** Vitest reporter that writes the project, duration and results of each test file to the file `TEST_REPORT`. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../run.mjs';

const textOf = ({ name, message, stack }) => stack ?? `${name}: ${message}`;

const testOf = (test) => {
  const { state, errors = [] } = test.result();
  return { name: test.fullName, state, why: errors.map(textOf).join('\n') };
};

export default class RunReporter {
  onTestRunEnd(modules, errors) {
    if (!process.env.TEST_REPORT) return;
    const files = modules.map((module) => ({
      project: module.project.name,
      file: relative(root, module.moduleId),
      seconds: module.diagnostic().duration / 1000,
      state: module.state(),
      why: module.errors().map(textOf).join('\n'),
      tests: [...module.children.allTests()].map(testOf),
    }));
    writeFileSync(process.env.TEST_REPORT, JSON.stringify({ files, errors: errors.map(textOf) }));
  }
}
