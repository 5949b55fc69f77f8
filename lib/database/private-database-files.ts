import { NodeFS } from '@electric-sql/pglite/nodefs';
import { ofOthers } from './private-files';

type InitArguments = Parameters<NodeFS['init']>;

/** The functions of the engine's file system that give modes to files. */
interface NodeOperations {
  setattr: (node: unknown, changes: { mode?: number }) => void;
  mknod: (parent: unknown, name: string, mode: number, device: number) => unknown;
}

/** The files of the embedded database. The engine asks for mode 0666, whatever the umask is. */
export class PrivateDatabaseFiles extends NodeFS {
  override async init(...[engine, options]: InitArguments): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }: { NODEFS: object }) => {
        const { node_ops: operations } = NODEFS as { node_ops: NodeOperations };
        const { setattr, mknod } = operations;
        operations.setattr = (node, changes) =>
          setattr(
            node,
            changes.mode === undefined ? changes : { ...changes, mode: changes.mode & ~ofOthers },
          );
        operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~ofOthers, device);
      },
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}
