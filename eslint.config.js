import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['**/node_modules', '**/dist', 'data', 'screens', 'server/src/demo/media'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only server/src/env.ts reads the environment.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='slice'][callee.object.callee.property.name='toISOString'][arguments.1.value=10]",
          message: 'A day is the one in Berlin: contract/src/days.ts.',
        },
      ],
      'max-lines': ['error', { max: 500, skipComments: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js', 'server/src/env.ts', '**/*.test.ts', 'e2e/**', 'bench/**', 'server/src/testing/**'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
      },
    },
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['contract/src/days.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: ['**/reference/*.ts', '**/tables.ts', '**/*.test.ts', '**/*.test.tsx'], rules: { 'max-lines': 'off' } },
  { files: ['client/**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['client/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-imports': [
        'error',
        {
          name: 'react',
          importNames: ['lazy', 'Suspense'],
          message: 'Scripts that come later: client/src/ui/load-later.tsx (decision 0047).',
        },
      ],
    },
  },
);
