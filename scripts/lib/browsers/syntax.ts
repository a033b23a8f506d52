import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { type Feature, featureAt } from './known.ts';

// The features of the language itself that are newer than what every browser has.

type Node = { type: string; [key: string]: unknown };

const REGEXPS = 'javascript.regular_expressions';

/** The paths of what a node's syntax needs. */
export function syntaxOf(node: Node): Feature[] {
  return pathsOf(node).flatMap((path) => featureAt(path) ?? []);
}

function pathsOf(node: Node): string[] {
  switch (node.type) {
    case 'StaticBlock':
      return ['javascript.classes.static.initialization_blocks'];
    case 'PropertyDefinition':
      return [
        node.static
          ? 'javascript.classes.static.class_fields'
          : 'javascript.classes.public_class_fields',
      ];
    case 'AccessorProperty':
    case 'Decorator':
      return ['javascript.classes.decorators'];
    case 'PrivateIdentifier':
      return ['javascript.classes.private_class_fields'];
    case 'BinaryExpression':
      return node.operator === 'in' && (node.left as Node).type === 'PrivateIdentifier'
        ? ['javascript.classes.private_class_fields_in']
        : [];
    case 'VariableDeclaration':
      return /using/.test(`${node.kind}`) ? ['javascript.statements.using'] : [];
    case 'ImportDeclaration':
      return (node.attributes as Node[] | undefined)?.length
        ? ['javascript.statements.import.import_attributes']
        : [];
    case 'ImportExpression':
      return node.options ? ['javascript.operators.import.options_parameter'] : [];
    case 'AssignmentExpression':
      if (node.operator === '??=') return ['javascript.operators.nullish_coalescing_assignment'];
      if (node.operator === '||=') return ['javascript.operators.logical_or_assignment'];
      return node.operator === '&&=' ? ['javascript.operators.logical_and_assignment'] : [];
    default:
      return [];
  }
}

/** What a regular expression needs; undefined where it is none. */
export function regexpOf(pattern: string, flags: string): Feature[] {
  const paths = new Set<string>();
  if (flags.includes('v')) paths.add('javascript.builtins.RegExp.unicodeSets');
  if (flags.includes('d')) paths.add('javascript.builtins.RegExp.hasIndices');
  const names = new Set<string>();
  try {
    const parser = new RegExpParser();
    const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
    visitRegExpAST(parser.parsePattern(pattern, 0, pattern.length, unicode), {
      onAssertionEnter({ kind }) {
        if (kind === 'lookbehind') paths.add(`${REGEXPS}.lookbehind_assertion`);
      },
      onCapturingGroupEnter({ name }) {
        if (name === null) return;
        paths.add(`${REGEXPS}.named_capturing_group`);
        if (names.has(name)) {
          paths.add(`${REGEXPS}.named_capturing_group.duplicate_named_capturing_groups`);
        }
        names.add(name);
      },
      onModifiersEnter() {
        paths.add(`${REGEXPS}.modifier`);
      },
      onCharacterSetEnter({ kind }) {
        if (kind === 'property') paths.add(`${REGEXPS}.unicode_character_class_escape`);
      },
    });
  } catch {
    // A text that is no pattern is told by the engine that reads it.
  }
  return [...paths].flatMap((path) => featureAt(path) ?? []);
}
