import { parseSync } from 'vite';
import { type Feature, isKnown } from './known.ts';
import { lacking } from './script-names.ts';
import { regexpOf, syntaxOf } from './syntax.ts';

// What a script uses that a promised browser lacks, without asking for it first.

type Node = { type: string; start: number; end: number; [part: string]: unknown };
type Fault = { feature: Feature; at: number };

/** What is gone when the script runs; names that types give their members are looked at all the same. */
const TYPES =
  /^TS(?!(As|NonNull|Satisfies)Expression|InterfaceBody|InterfaceDeclaration|TypeAliasDeclaration|TypeLiteral|PropertySignature)/;

/** A script's own names: of its variables, of what its objects have, and of modules as a whole (`styles`, `v`). */
type Names = Record<'declared' | 'given' | 'modules', Set<string>>;

export class Script {
  readonly text: string;
  readonly names: Names = { declared: new Set(), given: new Set(), modules: new Set() };
  readonly #program: Node;

  /** Throws where it cannot be read; the language is that of the file's ending. */
  constructor(file: string, text: string) {
    this.text = text;
    const { program, errors } = parseSync(file, text, { sourceType: 'module' });
    if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
    this.#program = program as unknown as Node;
    this.#collect(this.#program);
  }

  /** What is used and lacking; `given` are the names that any script of the app gives to its own. */
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
        // Without the whole its parts go without saying.
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

  /** Whether what stands around a use, or before it, asks first whether there is such a thing. */
  #isAskedFor(node: Node, name: string, above: readonly Node[], isCalled: boolean): boolean {
    const parent = above.at(-1);
    // `navigator.wakeLock?.request('screen')`, `navigator.canShare?.(picture)`
    if (parent?.optional && (parent.object === node || parent.callee === node)) return true;
    // What is a member of something lacking is reached where that is there.
    const object = node.type === 'MemberExpression' && node.optional ? (node.object as Node) : null;
    if (object && this.#isLacking(object)) return true;
    for (const [i, at] of above.entries()) {
      const inner = above[i + 1] ?? node;
      if (at.type === 'UnaryExpression' && at.operator === 'typeof' && inner === node) return true;
      if (/^(LogicalExpression|ConditionalExpression|IfStatement)$/.test(at.type)) {
        const test = (at.type === 'LogicalExpression' ? at.left : at.test) as Node;
        // What is asked is only looked at; what hangs on the answer may use it.
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

/** A node that stands in the script that runs: no type. */
const isShown = (value: unknown): value is Node => {
  const type = (value as Partial<Node> | null)?.type;
  return typeof type === 'string' && !(type.startsWith('TS') && TYPES.test(type));
};

/** Whether a name stands for a value: not for a key, a label, or a variable that begins there. */
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

/** By what name a value goes: the last of `this.request.signal`. */
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

/** A text that stands as it is. */
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
