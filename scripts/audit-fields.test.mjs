/** Checks that all fields in the audit log have labels in both languages. */
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Calls whose fields the compiler cannot determine. */
const DYNAMIC = [
  // These calls record keys of custom texts. The audit log displays the key and needs no label.
  "'language.remove'",
  "'text.publish'",
  'action @domains/setup/texts.ts',
  // The fields of a theme are checked when it is published.
  "'theme.discard'",
];

/** Calls for which the compiler can determine only some fields; those are checked. */
const PARTLY = [
  // These calls record database rows, reduced to the changed columns.
  '`licence.${what}` @domains/licences/service.ts',
  '`catalogue.${what}` @domains/catalogue/edit/edit-save.ts',
  "'school.change' @domains/schools/service.ts",
  "'class.change'",
  'what @domains/files/edit-files.ts',
  '`lti.${what}`',
  // These calls record values of their own types, or use helpers that add fields to each entry.
  "'person.rights'",
  "'person.leave' @domains/people/join.ts",
  "'person.join' @domains/people/join.ts",
  'what @domains/lending/private-borrowers/private-borrowers.ts',
  '`yearChange.${what}` @domains/year-change/walk.ts',
];

/** Returns the fields passed to `recordAudit` with the calls that pass them, and the calls whose fields cannot be determined. */
function auditedFields() {
  const config = ts.getParsedCommandLineOfConfigFile(
    resolve(root, 'server/tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  const program = ts.createProgram(
    config.fileNames.filter((name) => !name.includes('.test.')),
    { ...config.options, noEmit: true },
  );
  const checker = program.getTypeChecker();
  const fields = new Map();
  const dynamic = new Set();
  const isPlain = (type) =>
    type.flags &
      (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike) ||
    checker.isArrayType(type) ||
    checker.isTupleType(type);
  const partsOf = (type) => (type.isUnion() ? type.types : [type]);
  const isRecord = (type) => type.flags & ts.TypeFlags.Object && !isPlain(type) && checker.typeToString(type) !== 'Date';
  const collect = (type, call, inside) => {
    for (const part of partsOf(type)) {
      if (isPlain(part)) continue;
      if (part.getStringIndexType() || part.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.NonPrimitive))
        dynamic.add(call);
      for (const property of checker.getPropertiesOfType(part)) {
        const type = checker.getTypeOfSymbol(property);
        const known = partsOf(type).filter((each) => !(each.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
        if (!inside && known.length > 0 && known.every(isRecord)) collect(type, call, true);
        else fields.set(property.name, [...(fields.get(property.name) ?? []), call]);
      }
    }
  };
  for (const file of program.getSourceFiles()) {
    const name = file.fileName.replaceAll('\\', '/');
    if (!name.includes('/server/src/')) continue;
    const visit = (node) => {
      if (ts.isCallExpression(node) && node.expression.getText(file) === 'recordAudit' && node.arguments.length >= 4) {
        const call = `${node.arguments[1].getText(file)} @${name.split('/server/src/')[1]}`;
        for (const value of node.arguments.slice(2, 4)) {
          collect(checker.getTypeAtLocation(value), call, false);
          // Checks spread values separately, because the type of an object literal loses their index signatures.
          for (const each of ts.isObjectLiteralExpression(value) ? value.properties.filter(ts.isSpreadAssignment) : [])
            collect(checker.getTypeAtLocation(each.expression), call, false);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { fields, dynamic };
}

test('has labels in both languages for every field of the audit log', { timeout: 300_000 }, async () => {
  const { fieldLabel } = await import('../contract/src/audit/words.ts');
  const { de, en } = await import('../contract/src/messages.ts');
  const { HIDDEN_FIELDS } = await import('../server/src/domains/audit/service.ts');
  const { fields, dynamic } = auditedFields();
  const isListed = (list) => (call) => list.some((each) => call.startsWith(each));
  expect(fields.size).toBeGreaterThan(150);
  const unnamed = [...fields]
    .filter(([field, calls]) => !HIDDEN_FIELDS.includes(field) && !calls.every(isListed(DYNAMIC)))
    .filter(([field]) => [de, en].some((texts) => fieldLabel((key) => texts[key] ?? key, field) === field))
    .map(([field, calls]) => `${field}: ${calls[0]}`);
  expect(unnamed).toEqual([]);
  expect([...dynamic].filter((call) => !isListed([...DYNAMIC, ...PARTLY])(call))).toEqual([]);
});
