// What eslint looks for: names that do not exist, values nobody uses, slips of the pen.
import js from "@eslint/js";
import globals from "globals";

const rules = {
  ...js.configs.recommended.rules,
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  "no-empty": ["error", { allowEmptyCatch: true }],
  eqeqeq: ["error", "always", { null: "ignore" }],
  "no-var": "error",
  "prefer-const": ["error", { destructuring: "all" }],
  "no-implicit-globals": "error",
  "no-self-compare": "error",
  "no-shadow": "off",
  "no-unused-expressions": "off",
};

export default [
  { files: ["src/**/*.js"], languageOptions: { ecmaVersion: 2024, globals: globals.browser }, rules },
  { files: ["src/offline.js"], languageOptions: { globals: globals.serviceworker } },
  // The npm package runs in both.
  { files: ["package/*.js"], languageOptions: { ecmaVersion: 2024, globals: { ...globals.browser, ...globals.node } }, rules },
  // Tests and tools: functions in them are also run inside the page.
  { files: ["*.mjs", "test/**/*.mjs"], languageOptions: { ecmaVersion: 2024, globals: { ...globals.node, ...globals.browser, laatta: "readonly", lab: "readonly", axe: "readonly" } }, rules },
];
