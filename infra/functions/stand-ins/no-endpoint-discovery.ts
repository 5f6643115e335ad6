// Stands in for the SDK's endpoint discovery in the bundles: DynamoDB's client offers it, and AWS uses it for Timestream.

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};

export const resolveEndpointDiscoveryConfig = <C>(config: C): C => config;
