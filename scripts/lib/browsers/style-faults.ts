import { type AtRule, type Declaration, type Node, parse, type Rule } from 'postcss';
import { type Entry, entryAt, type Feature, featureAt, isKnown } from './known.ts';

// Finds the features of a style that a promised browser lacks.

type Fault = { feature: Feature; at: number };

/** Functions, colours and units by their names, from all places in MDN's data. */
const types = new Map<string, Feature>();
collectTypes('css.types');

const DYNAMIC_UNITS = /\d[sld]v(?:[wh]|min|max|[bi])\b/;
const CONTAINER_UNITS = /\dcq(?:[whbi]|min|max)\b/;

/**
 * Finds the lacking features that a style uses. Features inside `@supports`, or after a declaration of the
 * same property that all browsers know, are left out.
 */
export function styleFaults(css: string): Fault[] {
  const root = parse(css);
  const faults: Fault[] = [];
  const note = (features: (Feature | undefined)[], node: Declaration | AtRule | Rule) => {
    if (isAskedFor(node)) return;
    const feature = features.find((one) => one && !isKnown(one.compat));
    if (feature) faults.push({ feature, at: node.source?.start?.offset ?? 0 });
  };
  root.walkDecls((declaration) => {
    if (!hasPlainOne(declaration)) note(ofDeclaration(declaration), declaration);
  });
  root.walkRules((rule) => note(ofSelector(rule.selector), rule));
  root.walkAtRules((rule) => {
    const parts = [...rule.params.matchAll(/\(\s*([a-z-]+)/g)].map(([, name]) =>
      featureAt(`css.at-rules.${rule.name}.${name}`),
    );
    note([featureAt(`css.at-rules.${rule.name}`), ...parts], rule);
  });
  return faults;
}

function ofDeclaration({ prop, value }: Declaration): (Feature | undefined)[] {
  const words = [...value.matchAll(/(?<![\w-])-?[a-z][\w-]*/gi)].map(([word]) => word);
  const functions = [...value.matchAll(/([a-z][\w-]*)\(/gi)].map(([, name]) => name ?? '');
  return [
    ...(prop.startsWith('--') ? [] : [featureAt(`css.properties.${prop}`)]),
    ...words.map((word) => featureAt(`css.properties.${prop}.${word}`)),
    ...functions.map((name) => types.get(name)),
    DYNAMIC_UNITS.test(value) ? types.get('viewport_percentage_units_dynamic') : undefined,
    CONTAINER_UNITS.test(value) ? types.get('container_query_length_units') : undefined,
  ];
}

function ofSelector(selector: string): (Feature | undefined)[] {
  const names = [...selector.matchAll(/::?([a-z-]+)/g)].map(([, name]) => name ?? '');
  return [
    ...names.map((name) => featureAt(`css.selectors.${name}`)),
    selector.includes('&') ? featureAt('css.selectors.nesting') : undefined,
  ];
}

/**
 * Whether the same property is declared before. A browser that does not know the second value keeps the
 * first.
 */
function hasPlainOne(declaration: Declaration): boolean {
  const plain = new RegExp(`^(-webkit-)?${declaration.prop}$`);
  for (let before = declaration.prev(); before; before = before.prev()) {
    if (before.type !== 'decl' || !plain.test(before.prop)) continue;
    const features = ofDeclaration(before);
    if (before.prop !== declaration.prop) return true;
    if (features.every((feature) => !feature || isKnown(feature.compat))) return true;
  }
  return false;
}

function isAskedFor(node: Declaration | AtRule | Rule): boolean {
  for (let at: Node['parent'] = node.parent; at; at = at.parent) {
    if (at.type === 'atrule' && (at as AtRule).name === 'supports') return true;
  }
  return false;
}

function collectTypes(path: string): void {
  for (const [name, entry] of Object.entries(entryAt(path) ?? {}) as [string, Entry][]) {
    if (name === '__compat' || typeof entry !== 'object') continue;
    if (entry.__compat) types.set(name, { name: `${path}.${name}`, compat: entry.__compat });
    collectTypes(`${path}.${name}`);
  }
}
