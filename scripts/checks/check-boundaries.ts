import { resolve } from 'node:path';
import { findBoundaryViolations } from './boundaries.ts';
import { findShapeViolations } from './source-shape.ts';

const root = resolve(import.meta.dirname, '../..');
const violations = [...(await findBoundaryViolations(root)), ...findShapeViolations(root)];
for (const violation of violations) console.error(violation);
process.exitCode = violations.length > 0 ? 1 : 0;
