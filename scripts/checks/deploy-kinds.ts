import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type { Namespace, ResourceRequirements, Service, ServiceAccount } from 'kubernetes-types/core/v1.js';
import type { ObjectMeta } from 'kubernetes-types/meta/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';

type Settings = Readonly<Record<string, string>>;
type Volume = { size: string; storageClass?: string };

/** The fields that we use of https://cloudnative-pg.io/docs/1.26/cloudnative-pg.v1 */
type Cluster = {
  apiVersion: 'postgresql.cnpg.io/v1';
  kind: 'Cluster';
  metadata: ObjectMeta;
  spec: {
    instances: number;
    imageName?: string;
    bootstrap?: {
      initdb?: { database: string; owner: string; encoding?: string; localeCollate?: string; localeCType?: string };
    };
    postgresql?: {
      parameters?: Settings;
      synchronous?: { method: 'any' | 'first'; number: number; dataDurability?: 'required' | 'preferred' };
    };
    affinity?: { topologyKey?: string };
    storage: Volume;
    walStorage?: Volume;
    resources?: ResourceRequirements;
  };
};

type Pooler = {
  apiVersion: 'postgresql.cnpg.io/v1';
  kind: 'Pooler';
  metadata: ObjectMeta;
  spec: {
    cluster: { name: string };
    type: 'rw' | 'ro' | 'r';
    instances: number;
    pgbouncer: { poolMode: 'session' | 'transaction'; parameters?: Settings };
  };
};

/** The fields that we use of https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/ */
type Kustomization = {
  apiVersion: 'kustomize.config.k8s.io/v1beta1';
  kind: 'Kustomization';
  namespace?: string;
  resources: readonly string[];
  configMapGenerator?: readonly {
    name: string;
    behavior?: 'create' | 'merge' | 'replace';
    literals: readonly string[];
  }[];
  images?: readonly { name: string; newName?: string; newTag?: string }[];
  patches?: readonly { path: string }[];
};

/** Fields that a cluster requires and the types make optional. */
type Named<T> = T & { apiVersion: string; kind: string; metadata: ObjectMeta & { name: string } };

export type Kinds = {
  Cluster: Named<Cluster>;
  Deployment: Named<Deployment>;
  HorizontalPodAutoscaler: Named<HorizontalPodAutoscaler>;
  Ingress: Named<Ingress>;
  Job: Named<Job>;
  Kustomization: Kustomization;
  Namespace: Named<Namespace>;
  NetworkPolicy: Named<NetworkPolicy>;
  PodDisruptionBudget: Named<PodDisruptionBudget>;
  Pooler: Named<Pooler>;
  Service: Named<Service>;
  ServiceAccount: Named<ServiceAccount>;
};

type Partly<T> = T extends readonly (infer Item)[]
  ? readonly Partly<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Partly<T[Key]> }
    : T;

/** A patch of an overlay: the name of an object and some of its fields. */
export type Patch<Kind extends keyof Kinds> = Partly<Kinds[Kind]> & { kind: Kind; metadata: { name: string } };
