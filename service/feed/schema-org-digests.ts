import { hash } from 'node:crypto';
import { isNode, type Node, referenceOf } from './schema-org-spot';

// What says where an event stands, not what it is.
const ofPlace = new Set(['@id', '@context', 'superEvent']);
// The body of a request is no deeper; beyond, nothing is the same.
const deepest = 64;

/** Digests of values: the same for the same content, in whatever order its members are. */
export class Digests {
  private readonly known = new WeakMap<object, string>();
  private readonly contents = new WeakMap<Node, string>();
  private unknown = 0;

  of(value: unknown, levels = deepest): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const before = this.known.get(value);
    if (before !== undefined) return before;
    const digest = levels === 0 ? `too deep ${(this.unknown += 1)}` : this.digest(value, levels);
    this.known.set(value, digest);
    return digest;
  }

  /** The content of an event, wherever it stands. */
  ofEvent(event: Node): string {
    const content = this.contents.get(event) ?? this.ofMembers(event, ofPlace, deepest);
    this.contents.set(event, content);
    return content;
  }

  private digest(value: object, levels: number): string {
    if (!isNode(value)) {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      return hash('sha1', `[${items.map((item) => this.of(item, levels - 1)).join()}]`);
    }
    const isBlank = typeof value['@id'] === 'string' && value['@id'].startsWith('_:');
    const isReference = referenceOf(value) !== null;
    return this.ofMembers(value, isBlank && !isReference ? new Set(['@id']) : none, levels);
  }

  private ofMembers(node: Node, without: ReadonlySet<string>, levels: number): string {
    const members = Object.keys(node).filter(
      (member) => !without.has(member) && (node[member] ?? null) !== null,
    );
    const parts = members
      .sort()
      .map((member) => `${JSON.stringify(member)}:${this.of(node[member], levels - 1)}`);
    return hash('sha1', `{${parts.join()}}`);
  }
}

const none: ReadonlySet<string> = new Set();
