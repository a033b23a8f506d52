import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync } from 'vite';
import { type Compat, type Entry, type Feature, featureAt, isKnown, partsOf } from './known.ts';

// Finds the features of a script that a promised browser lacks, and that the script uses without a check.

type Node = { type: string; start: number; end: number; [part: string]: unknown };
type Fault = { feature: Feature; at: number };

/**
 * The nodes that only describe types, which are skipped. Types with members are not, because their names
 * count.
 */
const TYPES =
  /^TS(?!(As|NonNull|Satisfies)Expression|InterfaceBody|InterfaceDeclaration|TypeAliasDeclaration|TypeLiteral|PropertySignature)/;

/**
 * A script's own names: its variables, the members of its objects, and imports of whole modules (`styles`,
 * `v`).
 */
type Names = Record<'declared' | 'given' | 'modules', Set<string>>;

export class Script {
  readonly text: string;
  readonly names: Names = { declared: new Set(), given: new Set(), modules: new Set() };
  readonly #program: Node;

  /** Reads a script, in the language that the file's ending names. Throws if the text has a syntax error. */
  constructor(file: string, text: string) {
    this.text = text;
    const { program, errors } = parseSync(file, text, { sourceType: 'module' });
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
    this.#program = program as unknown as Node;
    this.#collect(this.#program);
  }

  /**
   * Finds the lacking features that the script uses. `given` are the names of members that our scripts
   * define.
   */
  faults(given: ReadonlySet<string>): Fault[] {
    const faults: Fault[] = [];
    const note = (feature: Feature | undefined, at: number) => {
      if (feature) faults.push({ feature, at });
    };
    this.#walk(this.#program, [], (node, above) => {
      for (const feature of [...syntaxOf(node), ...this.#regexp(node)]) {
        if (!isKnown(feature.compat)) note(feature, node.start);
      }
      for (const { isCalled, ...use } of this.#uses(node, above)) {
        const { name, receiver } = use;
        const isGlobal = !this.names.declared.has(receiver ?? name);
        if (receiver === null && !isGlobal) continue;
        if (receiver !== null && this.names.modules.has(receiver)) continue;
        const found = lacking({ ...use, isGlobal }, given);
        if (found && !this.#isAskedFor(node, name, above, isCalled)) note(found, node.start);
        // If a whole feature is missing, its parts are not reported as well.
        if (found) break;
      }
    });
    return faults;
  }

  #regexp(node: Node): Feature[] {
    if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      return regexpOf(pattern, flags);
    }
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (!isMade || nameOf(node.callee as Node) !== 'RegExp') return [];
    const [pattern, flags] = (node.arguments as Node[]).map(textOf);
    return regexpOf(pattern ?? '', flags ?? '');
  }

  #uses(node: Node, above: readonly Node[]) {
    const parent = above.at(-1);
    const isCalled =
      parent?.type === 'CallExpression' && parent.callee === node && !parent.optional;
    if (node.type === 'Identifier') {
      const isMade = parent?.type === 'NewExpression' && parent.callee === node;
      const use = { name: node.name as string, receiver: null, isCalled: isCalled || isMade };
      return isRead(node, above) ? [use, ...(isMade ? [{ ...use, isMade }] : [])] : [];
    }
    if (node.type === 'MemberExpression') {
      const name = nameOf(node);
      const receiver = nameOf(node.object as Node) ?? '';
      return name ? [{ name, receiver, isCalled }] : [];
    }
    if (node.type !== 'ObjectPattern') return [];
    // `const { wakeLock } = navigator`
    const from = parent?.type === 'VariableDeclarator' ? nameOf(parent.init as Node | null) : null;
    return (node.properties as Node[]).flatMap(({ key, computed }) => {
      const name = computed ? undefined : nameOf(key as Node);
      return name ? [{ name, receiver: from ?? '', isCalled: false }] : [];
    });
  }

  /** Whether the code around or before a use checks first that the browser has the feature. */
  #isAskedFor(node: Node, name: string, above: readonly Node[], isCalled: boolean): boolean {
    const parent = above.at(-1);
    // `navigator.wakeLock?.request('screen')`, `navigator.canShare?.(picture)`
    if (parent?.optional && (parent.object === node || parent.callee === node)) return true;
    // With `?.` a member is read only if its object, which may be missing, exists.
    const object = node.type === 'MemberExpression' && node.optional ? (node.object as Node) : null;
    if (object && this.#isLacking(object)) return true;
    for (const [i, at] of above.entries()) {
      const inner = above[i + 1] ?? node;
      if (at.type === 'UnaryExpression' && at.operator === 'typeof' && inner === node) return true;
      if (/^(LogicalExpression|ConditionalExpression|IfStatement)$/.test(at.type)) {
        const test = (at.type === 'LogicalExpression' ? at.left : at.test) as Node;
        // A test may read the feature but not call it. The code after the test may call it.
        if (inner === test ? !isCalled : this.#names(test, name)) return true;
      }
      const list = (
        Array.isArray(at.body) ? at.body : at.type === 'SwitchCase' ? at.consequent : []
      ) as Node[];
      const before = list.slice(0, Math.max(0, list.indexOf(inner)));
      if (before.some((statement) => this.#leavesWithout(statement, name))) return true;
    }
    return false;
  }

  #isLacking(node: Node): boolean {
    return this.#uses(node, []).some((use) => {
      const isGlobal = !this.names.declared.has(use.receiver ?? use.name);
      return (use.receiver !== null || isGlobal) && lacking({ ...use, isGlobal }, new Set());
    });
  }

  #leavesWithout(statement: Node, name: string): boolean {
    if (statement.type !== 'IfStatement' || !this.#names(statement.test as Node, name))
      return false;
    const then = statement.consequent as Node;
    const last = then.type === 'BlockStatement' ? (then.body as Node[]).at(-1) : then;
    return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
  }

  #names({ start, end }: Node, name: string): boolean {
    return new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`).test(
      this.text.slice(start, end),
    );
  }

  #collect(program: Node): void {
    this.#walk(program, [], (node, above) => {
      const parent = above.at(-1);
      if (node.type === 'Identifier' && !isRead(node, above) && !isKey(node, parent)) {
        this.names.declared.add(node.name as string);
        if (/^Import(Default|Namespace)Specifier$/.test(parent?.type ?? '')) {
          this.names.modules.add(node.name as string);
        }
      }
      const isGiven =
        /^(PropertyDefinition|MethodDefinition|TSPropertySignature)$/.test(node.type) ||
        (node.type === 'Property' && parent?.type === 'ObjectExpression');
      const name = isGiven ? nameOf(node.key as Node) : assignedBy(node);
      if (name) this.names.given.add(name);
    });
  }

  #walk(node: Node, above: Node[], visit: (node: Node, above: readonly Node[]) => void): void {
    visit(node, above);
    above.push(node);
    for (const part in node) {
      const value = node[part];
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value)) {
        for (const child of value) if (isShown(child)) this.#walk(child, above, visit);
      } else if (isShown(value)) this.#walk(value, above, visit);
    }
    above.pop();
  }
}

/** Whether a value is a node that is left when the script runs, and not a type. */
const isShown = (value: unknown): value is Node => {
  const type = (value as Partial<Node> | null)?.type;
  return typeof type === 'string' && !(type.startsWith('TS') && TYPES.test(type));
};

/** Whether a name is read as a value. Otherwise it is a key, a label, or a new variable. */
function isRead(node: Node, above: readonly Node[]): boolean {
  const [over, parent] = [above.at(-2), above.at(-1)];
  if (parent === undefined) return true;
  const { type } = parent;
  if (isKey(node, parent)) return false;
  if (/^(Function|Arrow)/.test(type)) return parent.body === node;
  if (/^(VariableDeclarator|ClassDeclaration|ClassExpression)$/.test(type))
    return parent.id !== node;
  if (type === 'AssignmentPattern') return parent.left !== node;
  if (type.startsWith('TS')) return /Expression$/.test(type);
  if (type === 'Property') return over?.type !== 'ObjectPattern';
  return !/^(ArrayPattern|RestElement|CatchClause|(Im|Ex)port\w*Specifier)$/.test(type);
}

function isKey(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined || parent.computed) return false;
  const { type } = parent;
  if (type === 'MemberExpression' || type === 'MetaProperty') return parent.property === node;
  if (/^(Property|PropertyDefinition|MethodDefinition)$/.test(type)) {
    return parent.key === node && parent.value !== node;
  }
  return /^(Labeled|Break|Continue)Statement$/.test(type);
}

/** The name of a value. Of `this.request.signal` it is `signal`. */
function nameOf(node: Node | null): string | undefined {
  switch (node?.type) {
    case 'Identifier':
      return node.name as string;
    case 'ThisExpression':
      return 'this';
    case 'MemberExpression':
      return node.computed ? textOf(node.property as Node) : nameOf(node.property as Node);
    case 'NewExpression':
      return nameOf(node.callee as Node);
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return nameOf(node.expression as Node);
    default:
      return undefined;
  }
}

/** The text of a string or a template without expressions. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  const [only, more] = (node?.type === 'TemplateLiteral' ? node.quasis : []) as {
    value: { cooked: string };
  }[];
  return more ? undefined : only?.value.cooked;
}

function assignedBy({ type, left }: Node): string | undefined {
  const target = type === 'AssignmentExpression' ? (left as Node) : undefined;
  return target?.type === 'MemberExpression' ? nameOf(target) : undefined;
}

// Finds the browser feature that a name in a script may mean.

const GLOBALS = ['self', 'window', 'globalThis'];
/** Global objects whose names differ from the names of their interfaces. */
const INSTANCES: Record<string, string> = {
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
  clients: 'Clients',
};

/** For each name, the interfaces that have a member of this name. */
const owners = new Map<string, { owner: string; feature: Feature }[]>();
/** The interfaces by the last word of their names: `signal` may be an AbortSignal or a TaskSignal. */
const interfaces = new Map<string, string[]>();

for (const root of ['api', 'javascript.builtins', 'javascript.builtins.Intl']) {
  for (const [owner, entry] of partsOf(root)) {
    // If an interface is missing, the place that gets its object is reported, and not its members.
    if (isKnown(entry.__compat as Compat)) {
      const word = lastWord(owner);
      // A built variable named `d` does not mean CanvasRenderingContext2D, whose last word is `d`.
      if (word.length > 1) interfaces.set(word, [...(interfaces.get(word) ?? []), owner]);
    }
    for (const [name, member] of Object.entries(entry) as [string, Entry][]) {
      const compat = member.__compat;
      if (!compat || name === owner || /_(static|event|permission)$/.test(name)) continue;
      const known = owners.get(name) ?? [];
      owners.set(name, [...known, { owner, feature: { name: `${owner}.${name}`, compat } }]);
    }
  }
}

type Use = {
  /** The used name: `toSorted` of `rows.toSorted()`, or the name of a global object. */
  name: string;
  /** The name of the object: `signal` of `this.signal.reason`, or `null` for a global object. */
  receiver: string | null;
  /** Whether the script does not declare the receiver. */
  isGlobal: boolean;
  /**
   * Whether this is a constructor's call. `new CSSStyleSheet()` is a feature besides CSSStyleSheet itself.
   */
  isMade?: boolean;
};

/**
 * Gives the feature that a use may mean and that a promised browser lacks, or undefined. `own` are the names
 * of members that our scripts define.
 */
function lacking({ name, receiver, isGlobal, isMade }: Use, own: ReadonlySet<string>) {
  if (isMade)
    return lackingOf(featureAt(`javascript.builtins.${name}.${name}`, `api.${name}.${name}`));
  const found =
    receiver === null || (isGlobal && GLOBALS.includes(receiver))
      ? globalNamed(name)
      : ((isGlobal ? staticOf(receiver, name) : undefined) ?? memberOf(receiver, name, own));
  return lackingOf(found);
}

const lackingOf = (feature: Feature | undefined) =>
  feature && !isKnown(feature.compat) ? feature : undefined;

const globalNamed = remembered((name: string) =>
  featureAt(
    `javascript.builtins.${name}`,
    `api.${name}`,
    `api.Window.${name}`,
    `api.WorkerGlobalScope.${name}`,
    `api.ServiceWorkerGlobalScope.${name}`,
  ),
);

function staticOf(owner: string, name: string): Feature | undefined {
  if (/^[a-z]/.test(owner)) return undefined;
  return featureAt(
    `javascript.builtins.${owner}.${name}`,
    `api.${owner}.${name}_static`,
    `api.${owner}.${name}`,
  );
}

function memberOf(receiver: string, name: string, own: ReadonlySet<string>): Feature | undefined {
  const asGlobal = globalNamed(name);
  if (asGlobal && isKnown(asGlobal.compat)) return undefined;
  const all = owners.get(name) ?? [];
  const kinds = INSTANCES[receiver] ? [INSTANCES[receiver]] : interfaces.get(lastWord(receiver));
  const likely = all.filter(({ owner }) => kinds?.includes(owner));
  // Nothing is reported if the receiver's name does not tell the interface and our own objects have this name
  // too.
  const meant = likely.length > 0 ? likely : own.has(name) ? [] : all;
  if (meant.some(({ feature }) => isKnown(feature.compat))) return undefined;
  return meant[0]?.feature;
}

function lastWord(name: string): string {
  return (/[A-Z]*[a-z0-9]*$/.exec(name)?.[0] ?? name).toLowerCase();
}

function remembered<Found>(find: (name: string) => Found): (name: string) => Found {
  const found = new Map<string, Found>();
  return (name) => {
    if (!found.has(name)) found.set(name, find(name));
    return found.get(name) as Found;
  };
}

// Finds the features of the language itself that not every browser has.

type SyntaxNode = { type: string; [key: string]: unknown };

const REGEXPS = 'javascript.regular_expressions';

/** Lists the features that a node's syntax needs. */
function syntaxOf(node: SyntaxNode): Feature[] {
  return pathsOf(node).flatMap((path) => featureAt(path) ?? []);
}

function pathsOf(node: SyntaxNode): string[] {
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
      return node.operator === 'in' && (node.left as SyntaxNode).type === 'PrivateIdentifier'
        ? ['javascript.classes.private_class_fields_in']
        : [];
    case 'VariableDeclaration':
      return /using/.test(`${node.kind}`) ? ['javascript.statements.using'] : [];
    case 'ImportDeclaration':
      return (node.attributes as SyntaxNode[] | undefined)?.length
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

/** Lists the features that a regular expression needs. */
function regexpOf(pattern: string, flags: string): Feature[] {
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
    // The text is not a valid pattern. The engine that runs the script will say so.
  }
  return [...paths].flatMap((path) => featureAt(path) ?? []);
}
